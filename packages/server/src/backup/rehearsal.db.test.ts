import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BoardState, decodeAcceptedEdit, replay } from '@tavla/canvas/model'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hasS3, type S3Server, startS3 } from '../../../../tools/s3-process.ts'
import { openDatabase } from '../db/open.ts'
import { systemClock } from '../ports/clock/system-clock.ts'
import { readJournal } from '../realtime/journal/journal.ts'
import { boardModel } from '../realtime/model.ts'
import {
  call,
  draw,
  openTab,
  ExpectedState,
  type Person,
  randomFrom,
  type RealServer,
  realServer,
} from '../realtime/testing/kill.ts'
import { contents, type Tab } from '../realtime/testing/tab.ts'
import { engineNames, type TestDatabase, testDatabase } from '../testing/databases.ts'

/** `npm run stress -- backup` raises it. Every second one is encrypted, beginning with the first. */
const rounds = Number(process.env['TAVLA_REHEARSALS'] ?? 1)
const boardsEach = 2
const account = { email: 'ada@example.com', password: 'correct horse battery', name: 'Ada' }

const places: TestDatabase[] = []
const servers: RealServer[] = []
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tavla-rehearsal-'))
})
afterEach(async () => {
  for (const server of servers.splice(0)) await server.kill()
  for (const place of places.splice(0)) await place.dispose()
  rmSync(folder, { recursive: true, force: true })
})

const getEnv = ({ directory, url }: TestDatabase) => ({
  DATA_DIR: directory,
  LIMITS: 'none',
  ...(url ? { DATABASE_URL: url } : {}),
})

async function place(engine: (typeof engineNames)[number]): Promise<TestDatabase> {
  const made = await testDatabase(engine)
  places.push(made)
  return made
}

async function serve(at: TestDatabase): Promise<RealServer> {
  const server = await realServer(getEnv(at))
  servers.push(server)
  return server
}

type Env = Readonly<Record<string, string>>

/** The command as people run it. */
function run(env: Env, args: readonly string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const script = join(import.meta.dirname, 'backup-main.ts')
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
      env: { PATH: process.env['PATH'], ...env },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (output += text.toString()))
    child.on('close', (code) => resolve({ code, output }))
  })
}

const getHash = (state: BoardState): string =>
  createHash('sha256')
    .update(JSON.stringify(contents(state)))
    .digest('hex')

/** What the journal of the server that was killed says that a board was at a number. */
async function boardAt(at: TestDatabase, wid: string, seq: number): Promise<string> {
  const quiet = { onFatal: () => undefined, onError: () => undefined }
  const db = await openDatabase({ ...at, clock: systemClock, ...quiet })
  const state = new BoardState()
  for await (const page of readJournal(db, wid, 0))
    for (const { bytes, seq: number } of page)
      if (number <= seq) replay(state, boardModel.reducer.kinds, decodeAcceptedEdit(bytes))
  await db.close()
  return getHash(state)
}

/** One action after another, until the server is killed. */
async function drawOn(tab: Tab): Promise<void> {
  let open = true
  const closed = tab.closed.then(() => (open = false))
  for (let index = 0; open; index += 1) await Promise.race([tab.put(`${tab.name}-during-${index}`), closed])
}

/** Where backups are. */
interface Store {
  readonly to: string
  readonly env: Env
  /** Its files on this machine. */
  readonly folder: string
}

const inFolder = (round: number): Store => {
  const to = join(folder, `backup-${round}`)
  return { to, env: {}, folder: to }
}

const inBucket = (s3: S3Server, round: number): Store => {
  // Only the backups are there, not the files of boards.
  const { S3_BUCKET: bucket = '', ...access } = s3.env
  const to = `s3://${bucket}/backup-${round}`
  return { to, env: { ...access, BACKUP_TO: to }, folder: join(s3.folder, `backup-${round}`) }
}

async function rehearse(engine: (typeof engineNames)[number], round: number, store: Store): Promise<void> {
  const [home, empty] = [await place(engine), await place(engine)]
  const random = randomFrom(round + 1)
  const server = await serve(home)
  const { token, user } = await call(server.url, 'POST', '/api/user/register', '', account)
  const { uid } = user as { uid: string }
  const people: Person[] = []
  for (let index = 0; index < boardsEach; index += 1) {
    const { wid } = await call(server.url, 'POST', '/api/space', String(token), { name: `Board ${index}` })
    people.push({ uid, token: String(token), wid: String(wid) })
  }
  const tabs = await Promise.all(
    people.map((person, index) => openTab(server.url, person, `t${round}-${index}`)),
  )
  const oracle = new ExpectedState()
  for (const tab of tabs) await draw(tab, oracle, random, 30)
  const before = tabs.map(({ seq }) => seq)
  const drawing = tabs.map(drawOn)
  const encryption: Env = round % 2 === 0 ? { BACKUP_PASSPHRASE: 'a passphrase of the rehearsal' } : {}
  const command = (at: TestDatabase, ...args: readonly string[]) =>
    run({ ...getEnv(at), ...store.env, ...encryption }, args)
  expect(await command(home, 'backup', '--to', store.to)).toMatchObject({ code: 0 })
  await server.kill()
  await Promise.all(drawing)

  const restored = await command(empty, 'restore', '--from', store.to)
  expect(restored).toMatchObject({ code: 0 })
  expect(restored.output).toContain('What was saved after that moment is not in it.')
  const other = await serve(empty)
  const signedIn = await call(other.url, 'POST', '/api/user/login', '', account)
  for (const [index, person] of people.entries()) {
    const observer = await openTab(
      other.url,
      { ...person, token: String(signedIn['token']) },
      `w${round}-${index}`,
    )
    expect(observer.seq).toBeGreaterThanOrEqual(before[index] ?? 0)
    expect(getHash(observer.state)).toBe(await boardAt(home, person.wid, observer.seq))
    observer.cut()
  }
  await other.kill()

  const parts = readdirSync(join(store.folder, 'parts'), { recursive: true, withFileTypes: true }).filter(
    (one) => one.isFile(),
  )
  const part = parts[Math.floor(random() * parts.length)]
  if (!part) throw new Error('The backup is empty')
  const path = join(part.parentPath, part.name)
  const bytes = readFileSync(path)
  if (bytes.length > 0) bytes[Math.floor(random() * bytes.length)]! ^= 1
  writeFileSync(path, bytes.length > 0 ? bytes : 'x')
  const verified = await command(empty, 'verify', '--from', store.to)
  expect(verified.code).toBe(1)
  expect(verified.output).toMatch(/is damaged: (database|secret|files)/)
}

test.each(engineNames)(
  `a server on %s that is backed up under load and killed is restored from its backup, ${rounds} times`,
  { timeout: 60_000 + rounds * 180_000 },
  async (engine) => {
    for (let round = 0; round < rounds; round += 1) await rehearse(engine, round, inFolder(round))
  },
)

if (hasS3())
  test.each(engineNames)(
    `the same on %s with backups in a bucket, ${rounds} times`,
    { timeout: 60_000 + rounds * 180_000 },
    async (engine) => {
      const s3 = await startS3()
      try {
        for (let round = 0; round < rounds; round += 1) await rehearse(engine, round, inBucket(s3, round))
      } finally {
        await s3.dispose()
      }
    },
  )
