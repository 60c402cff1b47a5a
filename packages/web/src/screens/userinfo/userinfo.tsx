import { Later } from '../../features/account/index.ts'

export const UserInfo = () => <Later />
