import { z } from 'zod'

/** Roles in a space, the highest first; decisions §3. */
export const roles = ['owner', 'admin', 'editor', 'contributor', 'commenter', 'viewer'] as const

/** A member's role in one space. */
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

/** A role that can be given: nobody is made owner except by a transfer. */
export const GivenRole = Role.exclude(['owner'])
export type GivenRole = z.infer<typeof GivenRole>

/** Positive when `a` may more than `b`, 0 when alike, negative when less. */
export function compareRoles(a: Role, b: Role): number {
  return roles.indexOf(b) - roles.indexOf(a)
}

export function isAtLeast(role: Role, needed: Role): boolean {
  return compareRoles(role, needed) >= 0
}

/** The role that counts where several apply: modes and frames only ever lower it. */
export function leastRole(first: Role, ...others: readonly Role[]): Role {
  return others.reduce((least, role) => (compareRoles(role, least) < 0 ? role : least), first)
}

/** May someone with `own` give `role` away? Up to one's own, below owner. */
export function canGive(own: Role, role: Role): role is GivenRole {
  return role !== 'owner' && isAtLeast(own, role)
}
