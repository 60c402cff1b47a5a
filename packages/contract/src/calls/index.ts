import { auth } from './auth.ts'
import { file } from './file.ts'
import { space } from './space.ts'
import { subscription } from './subscription.ts'
import { user } from './user.ts'

/** All calls, grouped as in spec §7. */
export const calls = { auth, user, space, subscription, file }
export type Calls = typeof calls
