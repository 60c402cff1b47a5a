import type { noticeTypes } from '@tavla/contract'
import { z } from 'zod'
import type { App } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { NoticeRow } from '../../db/tables-operation.ts'
import { randomId } from '../../ports/random/values.ts'

/** What happened, by type: the uids it names, and for our own types some data. */
export type NoticeDraft =
  | { readonly type: 1001 | 1002; readonly user: string }
  | {
      readonly type: 1003
      readonly modifier: string
      readonly modified_user: string
      readonly from_role: string
      readonly to_role: string
    }
  | { readonly type: 1004; readonly user: string; readonly from_user: string }
  | {
      readonly type: Exclude<(typeof noticeTypes)[keyof typeof noticeTypes], 1001 | 1002 | 1003 | 1004>
      readonly user: string | null
      readonly data: Readonly<Record<string, unknown>>
    }

export interface NoticePlace {
  readonly wid: string
  readonly name: string
}

const Details = z.record(z.string(), z.unknown())

/** Writes one notice for each reader. Announce the rows after the commit. */
export async function addNotices(
  app: App,
  tx: Tx,
  place: NoticePlace,
  readers: Iterable<string>,
  draft: NoticeDraft,
): Promise<NoticeRow[]> {
  const { type, ...details } = draft
  const rows = [...new Set(readers)].map((uid) => ({
    id: randomId(app.random),
    uid,
    type,
    wid: place.wid,
    space_name: place.name,
    data: JSON.stringify(details),
    created_at: app.clock.now(),
    read_at: null,
  }))
  if (rows.length > 0) await tx.insertInto('notices').values(rows).execute()
  return rows
}

/** A notice as calls and the socket tell it. */
export function noticeOf(row: NoticeRow): Record<string, unknown> {
  return {
    id: row.id,
    type: row.type,
    wid: row.wid,
    spaceName: row.space_name,
    createdAt: new Date(row.created_at).toISOString(),
    readAt: row.read_at === null ? null : new Date(row.read_at).toISOString(),
    ...Details.parse(JSON.parse(row.data)),
  }
}
