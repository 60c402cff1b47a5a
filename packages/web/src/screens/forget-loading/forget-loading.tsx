import { Later } from '../../features/account/index.ts'

export const ForgetLoading = () => <Later />
