import { access } from './access.ts'
import { operation } from './operation.ts'
import { people } from './people.ts'
import { plans } from './plans.ts'
import { spaces } from './spaces.ts'

/** Administration. All calls but the sign-in require an administrator session. */
export const admin = { ...access, ...people, ...plans, ...spaces, ...operation }
