import { isAtLeast, leastRole, canGive, type GivenRole, type Role } from '@tavla/contract'

/** Who may see addresses, change roles, remove people and decide about requests; decisions §3. */
export const runsSpace = (role: Role): boolean => isAtLeast(role, 'admin')

/** Editors and above invite, with a role up to their own, below owner. */
export const canInvite = (own: Role, role: Role): role is GivenRole =>
  isAtLeast(own, 'editor') && canGive(own, role)

/** Guests hold editor at most. */
export const fitsGuest = (role: Role): boolean => !isAtLeast(role, 'admin')

/** The role that an invitation or link really gives: never more than its maker has now, nor than a guest may hold. */
export function givenRole(job: GivenRole, makers: Role, kind: 'full' | 'guest'): GivenRole {
  const least = leastRole(job, makers, ...(kind === 'guest' ? (['editor'] as const) : []))
  // The promised role is below owner, so the least of them is too.
  return least as GivenRole
}
