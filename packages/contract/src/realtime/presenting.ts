import { isAtLeast, leastRole, type Role } from '../roles.ts'
import type { Presenting } from './room-frames.ts'

/**
 * The effective role while someone presents. A mode only lowers roles; owner, admins and the presenter keep their
 * own.
 */
export function getPresentingRole(presenting: Presenting | null, uid: string, role: Role): Role {
  if (presenting === null || presenting.uid === uid || isAtLeast(role, 'admin')) return role
  return leastRole(role, presenting.allows)
}
