import type { Person, User } from '@tavla/contract'
import { z } from 'zod'
import type { Sql } from '../../db/database.ts'
import type { AccountRow } from '../../db/tables/accounts.ts'
import { getProviders } from './identities.ts'
import { getPhotoUrl } from './photo.ts'

const GuideText = z.record(z.string(), z.enum(['done', 'skipped']))

export const getTime = (ms: number): string => new Date(ms).toISOString()
export const timeOrNull = (ms: number | null): string | null => (ms === null ? null : getTime(ms))

export const getGuide = (row: Pick<AccountRow, 'guide'>) => GuideText.parse(JSON.parse(row.guide))

/** The signed-in account's own data. */
export async function getUser(sql: Sql, row: AccountRow): Promise<z.input<typeof User>> {
  return {
    uid: row.uid,
    email: row.email,
    name: row.name,
    photo: getPhotoUrl(row.photo),
    kind: row.kind,
    occupation: row.occupation,
    staffNum: row.staff_num,
    trade: row.trade,
    lang: row.lang ?? 'en',
    role: row.role,
    createdAt: getTime(row.created_at),
    emailVerified: row.verified_at !== null,
    hasPassword: row.password !== null,
    // Guests have no sign-in methods and are frequent.
    providers: row.kind === 'guest' ? [] : await getProviders(sql, row.uid),
    guide: getGuide(row),
    freeClick: row.free_click === 1,
  }
}

export type PersonRow = Pick<AccountRow, 'uid' | 'name' | 'photo' | 'kind' | 'email'>

/** Anyone else. The email is included only if `withEmail` allows it. */
export function getPerson(row: PersonRow, { withEmail }: { withEmail: boolean }): z.input<typeof Person> {
  return {
    uid: row.uid,
    name: row.name,
    photo: getPhotoUrl(row.photo),
    kind: row.kind,
    email: withEmail ? row.email : null,
  }
}
