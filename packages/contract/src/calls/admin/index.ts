import { access } from './access.ts'
import { operation } from './operation.ts'
import { people } from './people.ts'
import { spaces } from './spaces.ts'

/** Administration; every call but the sign-in needs a session of its own kind. */
export const admin = { ...access, ...people, ...spaces, ...operation }
