import { z } from 'zod'

/** Roles in a space, highest first; decisions §3. */
export const roles = ['owner', 'admin', 'editor', 'contributor', 'commenter', 'viewer'] as const

/** A member's role in one space. */
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

/** A role that can be given. Owners change only by a transfer. */
export const GivenRole = Role.exclude(['owner'])
export type GivenRole = z.infer<typeof GivenRole>

/** Positive if `a` is higher than `b`, 0 if equal, negative if lower. */
export function compareRoles(a: Role, b: Role): number {
  return roles.indexOf(b) - roles.indexOf(a)
}

export function isAtLeast(role: Role, needed: Role): boolean {
  return compareRoles(role, needed) >= 0
}

/** The lowest of several roles: modes and frames only lower it. */
export function leastRole(first: Role, ...others: readonly Role[]): Role {
  return others.reduce((least, role) => (compareRoles(role, least) < 0 ? role : least), first)
}

/** Whether someone with `own` can give `role`: up to their own, below owner. */
export function canGrantRole(own: Role, role: Role): role is GivenRole {
  return role !== 'owner' && isAtLeast(own, role)
}
