import { Later } from '../../features/account/index.ts'

export const RequestAccess = () => <Later />
