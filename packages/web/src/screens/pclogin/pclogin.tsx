import { Later } from '../../features/account/index.ts'

export const PcLogin = () => <Later />
