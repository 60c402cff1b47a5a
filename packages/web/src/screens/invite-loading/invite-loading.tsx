import { Later } from '../../features/account/index.ts'

export const InviteLoading = () => <Later />
