import { isAtLeast, leastRole, type Role } from '../roles.ts'
import type { Presenting } from './room-frames.ts'

/**
 * The role that counts in a room while somebody presents. Modes only lower; those who run the space, and whoever
 * presents, keep their own.
 */
export function roleWhile(presenting: Presenting | null, uid: string, role: Role): Role {
  if (presenting === null || presenting.uid === uid || isAtLeast(role, 'admin')) return role
  return leastRole(role, presenting.allows)
}
