import { access } from './access.ts'
import { operation } from './operation.ts'
import { people } from './people.ts'
import { plans } from './plans.ts'
import { spaces } from './spaces.ts'

/** Administration; every call but the sign-in needs a session of its own kind. */
export const admin = { ...access, ...people, ...plans, ...spaces, ...operation }
