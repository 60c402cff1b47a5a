import type { Database } from '../../db/database.ts'
import type { Clock } from '../clock/port.ts'
import type { Random } from '../random/port.ts'
import { randomId } from '../random/values.ts'
import type { EmbeddedImage } from './email.ts'
import type { MailPort } from './port.ts'

const MAX_EMAILS = 200

export interface LocalMail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly created_at: number
}

export interface LocalInbox extends MailPort {
  /** Newest first. */
  list(): Promise<readonly LocalMail[]>
}

/** A browser knows no `cid:` URLs. */
const withImages = (html: string, images: readonly EmbeddedImage[]): string =>
  images.reduce(
    (page, { id, bytes }) =>
      page.replace(`"cid:${id}"`, `"data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}"`),
    html,
  )

/** Stores emails on this machine, readable at `/dev/inbox`; for trying out and for tests. */
export function localInbox(db: Database, clock: Clock, random: Random): LocalInbox {
  return {
    on: true,
    async send({ to, subject, text, html, images }) {
      const id = randomId(random)
      const row = { id, to, subject, text, html: withImages(html, images), created_at: clock.now() }
      await db.transaction(async (tx) => {
        await tx.insertInto('local_mails').values(row).execute()
        const old = tx
          .selectFrom('local_mails')
          .select('id')
          .orderBy('created_at', 'desc')
          .limit(1_000)
          .offset(MAX_EMAILS)
        const ids = (await old.execute()).map(({ id }) => id)
        if (ids.length > 0) await tx.deleteFrom('local_mails').where('id', 'in', ids).execute()
      })
    },
    list: () =>
      db.sql
        .selectFrom('local_mails')
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(MAX_EMAILS)
        .execute(),
  }
}
