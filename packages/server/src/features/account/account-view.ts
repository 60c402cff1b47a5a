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

/** Oneself. */
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
    // Guests have none, and come often.
    providers: row.kind === 'guest' ? [] : await getProviders(sql, row.uid),
    guide: getGuide(row),
    freeClick: row.free_click === 1,
  }
}

export type PersonRow = Pick<AccountRow, 'uid' | 'name' | 'photo' | 'kind' | 'email'>

/** Anyone else. The address is shown only where `withEmail` says that the reader may see it. */
export function getPerson(row: PersonRow, { withEmail }: { withEmail: boolean }): z.input<typeof Person> {
  return {
    uid: row.uid,
    name: row.name,
    photo: getPhotoUrl(row.photo),
    kind: row.kind,
    email: withEmail ? row.email : null,
  }
}
