import type { AdminPerson } from '@tavla/contract/admin'
import type { z } from 'zod'
import type { AccountRow } from '../../../db/tables/accounts.ts'
import { getTime, timeOrNull } from '../../account/index.ts'

export const personColumns = [
  'uid',
  'name',
  'email',
  'kind',
  'role',
  'verified_at',
  'suspended_at',
  'created_at',
  'seen_at',
  'search_key',
] as const

export type PersonRow = Pick<AccountRow, (typeof personColumns)[number]>

export function getAdminPerson(row: PersonRow): z.input<typeof AdminPerson> {
  return {
    uid: row.uid,
    name: row.name,
    email: row.email,
    kind: row.kind,
    role: row.role,
    verified: row.verified_at !== null,
    suspendedAt: timeOrNull(row.suspended_at),
    createdAt: getTime(row.created_at),
    lastActiveAt: getTime(row.seen_at),
  }
}
