import type { SpaceListItem } from '@tavla/contract'
import type { z } from 'zod'
import type { Sql } from '../../db/database.ts'
import { getPhotoUrl } from '../account/index.ts'

type Faces = z.input<typeof SpaceListItem>['faces']

const MAX_FACES = 3

/** The members of each space who were active last. */
export async function getFaces(sql: Sql, wids: readonly string[]): Promise<ReadonlyMap<string, Faces>> {
  if (wids.length === 0) return new Map()
  const ranked = sql
    .selectFrom('members')
    .select(['wid', 'uid'])
    .select((eb) =>
      eb.fn
        .agg<number>('row_number')
        .over((over) =>
          over
            .partitionBy('wid')
            // Who was never active comes last on every database.
            .orderBy(eb.fn.coalesce('active_at', eb.lit(0)), 'desc')
            .orderBy('joined_at'),
        )
        .as('place'),
    )
    .where('wid', 'in', wids)
  const rows = await sql
    .selectFrom(ranked.as('ranked'))
    .innerJoin('accounts', 'accounts.uid', 'ranked.uid')
    .select(['ranked.wid', 'accounts.uid', 'accounts.name', 'accounts.photo'])
    .where('ranked.place', '<=', MAX_FACES)
    .orderBy('ranked.place')
    .execute()
  const byWid = Map.groupBy(rows, ({ wid }) => wid)
  return new Map(
    [...byWid].map(([wid, members]) => [
      wid,
      members.map(({ uid, name, photo }) => ({ uid, name, photo: getPhotoUrl(photo) })),
    ]),
  )
}
