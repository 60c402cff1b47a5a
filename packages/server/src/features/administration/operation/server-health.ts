import { statfs } from 'node:fs/promises'
import { sql as raw } from 'kysely'
import type { App } from '../../../context.ts'
import type { Sample, StoredFigures } from '../../../figures.ts'
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

/** What the charts of health show over time: one row of counts, which costs little each minute. */
export async function readStoredFigures(app: App): Promise<StoredFigures> {
  const { sql, dialect } = app.db
  const jobs = (where: 'is' | 'is not') =>
    sql
      .selectFrom('promises')
      .select((count) => count.fn.countAll<number>().as('n'))
      .where('failed_at', where, null)
  const counts = await sql
    .selectNoFrom([
      dialect.databaseBytes.as('bytes'),
      jobs('is').as('waiting'),
      jobs('is not').as('failed'),
      jobs('is').where('kind', 'in', emailKinds).as('emails'),
    ])
    .executeTakeFirstOrThrow()
  const { voiceRooms, voiceMinutes } = await readVoice(app)
  const disk = await statfs(app.config.dataDir)
  return {
    databaseBytes: Number(counts.bytes),
    diskFreeBytes: disk.bavail * disk.bsize,
    diskTotalBytes: disk.blocks * disk.bsize,
    emailQueue: counts.emails ?? 0,
    jobsWaiting: counts.waiting ?? 0,
    jobsFailed: counts.failed ?? 0,
    voiceRooms,
    voiceMinutes,
  }
}

/** What is counted in the database and on the disk. */
export async function readOperation(app: App) {
  const { sql } = app.db
  const people = (kind: 'full' | 'guest') =>
    sql
      .selectFrom('accounts')
      .select((count) => count.fn.countAll<number>().as('n'))
      .where('kind', '=', kind)
  const counts = await sql
    .selectNoFrom((eb) => [
      people('full').as('accounts'),
      people('guest').as('guests'),
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
    ])
    .executeTakeFirstOrThrow()
  return {
    ...(await readStoredFigures(app)),
    fileBytes: Number(counts.files ?? 0),
    fileCount: counts.fileCount ?? 0,
    accounts: counts.accounts ?? 0,
    guests: counts.guests ?? 0,
    spaces: counts.spaces ?? 0,
  }
}

/** Voice rooms of this process, and the minutes of the current month on all of them. */
async function readVoice({ db, clock, voice }: App) {
  const { ms } = await db.sql
    .selectFrom('voice_usage')
    .select(raw<number>`coalesce(sum(used_ms), 0)`.as('ms'))
    .where('month', '=', getVoiceMonth(clock.now()))
    .executeTakeFirstOrThrow()
  return { voiceRooms: voice.count().rooms, voiceMinutes: Math.floor(Number(ms) / MS_PER_MINUTE) }
}

const getSample = <T extends Sample>({ at, ...figures }: T) => ({ at: getTime(at), ...figures })

export async function showHealth({ app }: AdminContext<'health'>) {
  const { figures } = app
  return {
    now: getSample(figures.sample()),
    samples: figures.samples.map(getSample),
    sockets: figures.live.sockets,
    voicePeople: app.voice.count().people,
    ...(await readOperation(app)),
    emailOn: app.mail.on,
    uptimeSeconds: Math.round(figures.uptimeMs / 1_000),
  }
}
