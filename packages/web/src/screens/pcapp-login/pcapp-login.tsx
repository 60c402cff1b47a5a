import { Later } from '../../features/account/index.ts'

export const PcAppLogin = () => <Later />
