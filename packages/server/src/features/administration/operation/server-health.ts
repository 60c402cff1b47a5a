import { statfs } from 'node:fs/promises'
import { sql as raw } from 'kysely'
import type { App } from '../../../context.ts'
import type { Sample } from '../../../figures.ts'
import { getTime } from '../../account/index.ts'
import { getVoiceMonth } from '../../billing/index.ts'
import type { AdminContext } from '../act.ts'

const MS_PER_MINUTE = 60_000

/** Jobs that send an email. */
const emailKinds = [
  'account.code',
  'account.reset',
  'account.notice',
  'members.invite',
  'members.access-letter',
  'members.claim-letter',
  'administration.invite',
]

/** What is counted in the database and on the disk. */
export async function readOperation(app: App) {
  const { sql, dialect } = app.db
  const { bytes } = await sql.selectNoFrom(dialect.databaseBytes.as('bytes')).executeTakeFirstOrThrow()
  const counts = await sql
    .selectNoFrom((eb) => [
      eb
        .selectFrom('accounts')
        .select((count) => count.fn.countAll<number>().as('n'))
        .where('kind', '=', 'full')
        .as('accounts'),
      eb
        .selectFrom('accounts')
        .select((count) => count.fn.countAll<number>().as('n'))
        .where('kind', '=', 'guest')
        .as('guests'),
      eb
        .selectFrom('spaces')
        .select((count) => count.fn.countAll<number>().as('n'))
        .as('spaces'),
      eb
        .selectFrom('files')
        .select(raw<number>`coalesce(sum(size), 0)`.as('n'))
        .where('state', '=', 'stored')
        .as('files'),
      eb
        .selectFrom('files')
        .select((count) => count.fn.countAll<number>().as('n'))
        .where('state', '=', 'stored')
        .as('fileCount'),
      eb
        .selectFrom('promises')
        .select((count) => count.fn.countAll<number>().as('n'))
        .where('failed_at', 'is', null)
        .as('waiting'),
      eb
        .selectFrom('promises')
        .select((count) => count.fn.countAll<number>().as('n'))
        .where('failed_at', 'is not', null)
        .as('failed'),
      eb
        .selectFrom('promises')
        .select((count) => count.fn.countAll<number>().as('n'))
        .where('failed_at', 'is', null)
        .where('kind', 'in', emailKinds)
        .as('emails'),
    ])
    .executeTakeFirstOrThrow()
  const disk = await statfs(app.config.dataDir)
  return {
    databaseBytes: Number(bytes),
    diskFreeBytes: disk.bavail * disk.bsize,
    diskTotalBytes: disk.blocks * disk.bsize,
    fileBytes: Number(counts.files ?? 0),
    fileCount: counts.fileCount ?? 0,
    emailQueue: counts.emails ?? 0,
    jobsWaiting: counts.waiting ?? 0,
    jobsFailed: counts.failed ?? 0,
    accounts: counts.accounts ?? 0,
    guests: counts.guests ?? 0,
    spaces: counts.spaces ?? 0,
  }
}

/** Voice rooms of this process, and the minutes of the current month on all of them. */
export async function readVoice({ db, clock, voice }: App) {
  const { rooms, people } = voice.count()
  const { ms } = await db.sql
    .selectFrom('voice_usage')
    .select(raw<number>`coalesce(sum(used_ms), 0)`.as('ms'))
    .where('month', '=', getVoiceMonth(clock.now()))
    .executeTakeFirstOrThrow()
  return { voiceRooms: rooms, voicePeople: people, voiceMinutes: Math.floor(Number(ms) / MS_PER_MINUTE) }
}

const getSample = ({ at, ...figures }: Sample) => ({ at: getTime(at), ...figures })

export async function showHealth({ app }: AdminContext<'health'>) {
  const { figures } = app
  return {
    now: getSample(figures.sample()),
    samples: figures.samples.map(getSample),
    sockets: figures.live.sockets,
    ...(await readVoice(app)),
    ...(await readOperation(app)),
    emailOn: app.mail.on,
    uptimeSeconds: Math.round(figures.uptimeMs / 1_000),
  }
}
