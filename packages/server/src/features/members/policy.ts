import { isAtLeast, leastRole, canGrantRole, type GivenRole, type Role } from '@tavla/contract'

/** Can see emails, change roles, remove people and decide requests; decisions §3. */
export const canManageSpace = (role: Role): boolean => isAtLeast(role, 'admin')

/** Editors and above can invite, up to their own role and below owner. */
export const canInvite = (own: Role, role: Role): role is GivenRole =>
  isAtLeast(own, 'editor') && canGrantRole(own, role)

/** Guests are editors at most. */
export const fitsGuest = (role: Role): boolean => !isAtLeast(role, 'admin')

/** The role that an invite really gives: at most the creator's current role, and what a guest can hold. */
export function givenRole(job: GivenRole, makers: Role, kind: 'full' | 'guest'): GivenRole {
  const least = leastRole(job, makers, ...(kind === 'guest' ? (['editor'] as const) : []))
  // The invite's role is below owner, so the lowest of them is too.
  return least as GivenRole
}
