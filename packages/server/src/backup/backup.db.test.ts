import { spawn } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hasS3, startS3 } from '../../../../tools/s3-process.ts'
import { readConfig } from '../config.ts'
import { diskPath } from '../ports/files/disk.ts'
import { fileKey } from '../ports/files/port.ts'
import { manualClock } from '../ports/clock/manual.ts'
import { person, type Someone, createSpace } from '../testing/as.ts'
import { engineNames, type TestDatabase, testDatabase } from '../testing/databases.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'
import { openTabs } from '../testing/tabs.ts'
import { contents } from '../realtime/testing/tab.ts'
import { type BackupOptions, createBackup, writeBackup } from './create-backup.ts'
import { manifestName } from './manifest.ts'
import { createProgress } from './progress.ts'
import type { BackupSource } from './read-backup.ts'
import { restoreBackup, verifyBackup } from './restore.ts'
import { recoverFromRestore } from './unfinished.ts'

const clock = manualClock()
const progress = createProgress(clock, () => undefined)

describe.each(engineNames)('a backup on %s', (engine) => {
  let server: TestServer
  let ada: Someone
  let wid: string
  let folder: string
  let empty: TestDatabase
  const stops: (() => Promise<void>)[] = []
  const tabs = openTabs(() => server)

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tavla-backup-'))
    empty = await testDatabase(engine)
    server = await testServer({ engine, env: { LIMITS: 'none' } })
    stops.push(() => server.stop())
    ada = await person(server, 'Ada')
    wid = await createSpace(ada, 'Plans')
  })
  afterEach(async () => {
    tabs.leaveAll()
    for (const stop of stops.splice(0).reverse()) await stop()
    await empty.dispose()
    rmSync(folder, { recursive: true, force: true })
  })

  const to = (): string => join(folder, 'one')
  const backUp = async (settings: Partial<BackupOptions> = {}) => {
    const options = { to: to(), settings: server.app.config.backup, passphrase: null, clock, progress }
    return await createBackup(server.app.config, { ...options, ...settings })
  }
  const source = () => ({ from: to(), passphrase: null, access: server.app.config.backup.access })
  const verify = (settings: Partial<BackupSource> = {}) =>
    verifyBackup({ dataDir: folder }, { ...source(), ...settings }, progress)
  const target = () => ({ dataDir: empty.directory, databaseUrl: empty.url, s3: null })
  const restore = (replace = false) => restoreBackup(target(), { ...source(), replace, progress })

  async function addFile(id: string): Promise<void> {
    await server.app.files.put(fileKey(id), new Uint8Array([1, 2, 3]), 10)
    const row = {
      id,
      uid: ada.uid,
      state: 'stored',
      filename: 'a.bin',
      size: 3,
      type: 'x/y',
      hash: 'h',
    } as const
    await server.app.db.sql
      .insertInto('files')
      .values({ ...row, created_at: 1, stored_at: 1 })
      .execute()
  }

  /** Another server, on what was restored. */
  async function serve(): Promise<TestServer> {
    const restored = await testServer({ engine, place: empty, env: { LIMITS: 'none' } })
    stops.push(() => restored.stop())
    return restored
  }

  test('taken while people draw contains everything saved by then', async () => {
    const tab = await tabs.getTab(ada, wid)
    for (const id of ['a', 'b', 'c']) await tab.put(id)
    await addFile('f1')
    const drawing = Array.from({ length: 40 }, (_, index) => tab.put(`more${index}`))
    const { manifest, name } = await backUp()
    await Promise.all(drawing)
    expect(manifest.database).toMatchObject({ accounts: 1, boards: 1 })
    expect(manifest.database.edits).toBeGreaterThanOrEqual(4)
    expect(await verify()).toEqual({ manifest, name })
    expect(await restore()).toMatchObject({ manifest, name })
    const restored = await serve()
    const { token } = await restored
      .as(null)
      .auth.login({ body: { email: ada.email, password: 'correct horse battery' } })
    const { ticket } = await restored.as(token).space.liveTicket()
    const other = openTabs(() => restored)
    const seen = await other.getTab({ ...ada, call: restored.as(token) }, wid)
    expect(ticket).not.toBe('')
    expect(seen.seq).toBe(manifest.database.edits)
    // What was drawn later is lost; what was there is record for record the same.
    const known = new Set(seen.state.ids())
    for (const id of [...tab.state.ids()]) if (!known.has(id)) tab.state.write(id, undefined)
    expect(contents(seen.state)).toEqual(contents(tab.state))
    expect(seen.welcome?.epoch).not.toBe(tab.welcome?.epoch)
    expect(await restored.app.files.read(fileKey('f1'))).not.toBeNull()
    expect(readFileSync(join(empty.directory, 'secret'), 'utf8')).toBe(
      readFileSync(join(server.app.config.dataDir, 'secret'), 'utf8'),
    )
    other.leaveAll()
  })

  test('that is damaged or newer is refused, and nothing is changed', async () => {
    await addFile('f1')
    await writeBackup(server.app.config, to(), { clock, progress }).then((written) =>
      writeFileSync(join(to(), manifestName), JSON.stringify(written, null, 1)),
    )
    const manifest = readFileSync(join(to(), manifestName), 'utf8')
    const write = (text: string): void => writeFileSync(join(to(), manifestName), text)
    write(manifest.replace('"format": 1', '"format": 2'))
    await expect(restore()).rejects.toThrow('newer version')
    write(manifest.replace('0001_accounts', '9999_later'))
    await expect(restore()).rejects.toThrow('newer version of Tavla (9999_later)')
    write(manifest.slice(0, 40))
    await expect(restore()).rejects.toThrow('damaged')
    write(manifest)
    const [part] = readdirSync(join(to(), 'database')).filter((name) => /accounts|tavla/.test(name))
    const path = join(to(), 'database', part ?? '')
    const bytes = readFileSync(path)
    appendFileSync(path, 'x')
    await expect(restore()).rejects.toThrow(
      `database/${part} has ${bytes.length + 1} bytes instead of ${bytes.length}`,
    )
    bytes[bytes.length - 2] = (bytes.at(-2) ?? 0) ^ 1
    writeFileSync(path, bytes)
    await expect(restore()).rejects.toThrow('has other contents')
    unlinkSync(path)
    await expect(restore()).rejects.toThrow('is missing')
    expect(readdirSync(empty.directory).filter((name) => name !== 'lock.db')).toEqual([])
  })

  test('is not restored over a running server, nor over other data unless forced', async () => {
    await backUp()
    await expect(restoreBackup(server.app.config, { ...source(), replace: true, progress })).rejects.toThrow(
      'Stop it first',
    )
    await restore()
    await expect(restore()).rejects.toThrow('--replace')
    const again = await serve()
    await again
      .as(null)
      .auth.register({ body: { email: 'later@example.com', password: 'x'.repeat(20), name: 'Later' } })
    await again.stop()
    stops.pop()
    await restore(true)
    const back = await serve()
    const rows = await back.app.db.sql.selectFrom('accounts').select('name').execute()
    expect(rows).toEqual([{ name: 'Ada' }])
  })

  test('that cannot be put in place leaves the data unchanged, also when interrupted', async () => {
    await backUp()
    await restore()
    writeFileSync(join(empty.directory, 'secret'), 'the old secret, of 32 characters at least')
    // A folder at the path of a file simulates a disk that fails in the middle.
    mkdirSync(join(empty.directory, '.restore-phase'))
    await expect(restore(true)).rejects.toThrow('EISDIR')
    rmSync(join(empty.directory, '.restore-phase'), { recursive: true })
    expect(readFileSync(join(empty.directory, 'secret'), 'utf8')).toBe(
      'the old secret, of 32 characters at least',
    )
    const restored = await serve()
    expect(await restored.app.db.sql.selectFrom('accounts').select('name').execute()).toEqual([
      { name: 'Ada' },
    ])
  })

  test('never lists a missing file: a file deleted meanwhile makes it start again', async () => {
    await addFile('f1')
    await server.app.files.remove(fileKey('f1'))
    await expect(backUp()).rejects.toThrow('1 files that the database names are not in')
    expect(readdirSync(to())).not.toContain('backups')
  })

  test('copies only what an earlier backup does not have, and keeps as many as wanted', async () => {
    const [day, files] = [86_400_000, () => readdirSync(join(to(), 'parts'), { recursive: true })]
    const start = clock.now()
    for (const id of ['f1', 'f2']) await addFile(id)
    const first = await backUp()
    const firstParts = files().length
    // If it were copied again, its new contents would be in the backup.
    writeFileSync(join(server.app.config.dataDir, 'files', diskPath(fileKey('f1'))), 'changed')
    await addFile('f3')
    clock.advance(day)
    const second = await backUp({ settings: { ...server.app.config.backup, keep: { daily: 2, weekly: 0 } } })
    const getFiles = ({ manifest }: typeof first) =>
      manifest.parts.filter(({ path }) => path.startsWith('files/'))
    expect(getFiles(second).map(({ size }) => size)).toEqual([3, 3, 3])
    expect(getFiles(second)).toEqual(expect.arrayContaining(getFiles(first)))
    // The three bytes of each file are stored once for all of them.
    expect(files().length - firstParts).toBeLessThan(firstParts)
    clock.advance(3 * day)
    const third = await backUp({ settings: { ...server.app.config.backup, keep: { daily: 2, weekly: 0 } } })
    expect(third.expired).toEqual([first.name])
    await expect(verify({ at: first.name })).rejects.toThrow(`There is no backup ${first.name}`)
    for (const { name } of [second, third]) expect(await verify({ at: name })).toMatchObject({ name })
    expect(clock.now()).toBe(start + 4 * day)
  })

  test('is encrypted on request: nothing of it is readable, and another passphrase is refused', async () => {
    await addFile('f1')
    const passphrase = 'a passphrase of the tests'
    const { manifest } = await backUp({ passphrase })
    const stored = readdirSync(to(), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    for (const { parentPath, name } of stored) {
      const bytes = readFileSync(join(parentPath, name))
      expect(bytes.includes('ada@') || bytes.includes('SQLite format') || bytes.includes('accounts')).toBe(
        false,
      )
    }
    await expect(verify()).rejects.toThrow('are encrypted. Set BACKUP_PASSPHRASE')
    await expect(verify({ passphrase: 'another passphrase of theirs' })).rejects.toThrow('another passphrase')
    expect(
      await restoreBackup(target(), { ...source(), passphrase, replace: false, progress }),
    ).toMatchObject({
      manifest,
    })
    const restored = await serve()
    expect(await restored.app.db.sql.selectFrom('accounts').select('name').execute()).toEqual([
      { name: 'Ada' },
    ])
    const [part] = readdirSync(join(to(), 'parts'), { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    )
    appendFileSync(join(part?.parentPath ?? '', part?.name ?? ''), 'x')
    await expect(verify({ passphrase })).rejects.toThrow(
      'cannot be decrypted: it was changed or is not whole',
    )
  })

  if (hasS3())
    test('lies in a bucket as well as in a folder, and comes back from there', async () => {
      const s3 = await startS3()
      stops.push(() => s3.dispose())
      const { backup } = readConfig({ ...s3.env, BACKUP_TO: 's3://tavla/nightly/board' })
      await addFile('f1')
      const place = { from: backup.to ?? '', access: backup.access, passphrase: 'a passphrase of the tests' }
      const options = { to: place.from, settings: backup, passphrase: place.passphrase }
      const { name, manifest } = await backUp(options)
      clock.advance(1_000)
      const again = await backUp(options)
      expect(again.added.written).toBeLessThan(manifest.parts.length)
      expect(await verify({ ...place, at: name })).toEqual({ manifest, name })
      await restoreBackup(target(), { ...place, replace: false, progress })
      const restored = await serve()
      expect(await restored.app.files.read(fileKey('f1'))).not.toBeNull()
      await expect(verify({ ...place, from: 's3://tavla/other' })).rejects.toThrow('There are no backups in')
    })
})

test.each([
  ['old', { secret: 'old', 'tavla.db': 'old' }],
  ['new', { secret: 'old' }],
])('a start after a restore interrupted while moving %s restores the old data', async (phase, present) => {
  const folder = mkdtempSync(join(tmpdir(), 'tavla-backup-'))
  mkdirSync(join(folder, '.replaced'))
  writeFileSync(join(folder, '.replaced', 'secret'), 'old')
  writeFileSync(join(folder, 'tavla.db'), phase)
  writeFileSync(join(folder, '.restore-phase'), phase)
  await recoverFromRestore(folder)
  const names = readdirSync(folder).filter((name) => name !== 'lock.db' && !name.startsWith('.'))
  expect(Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))).toEqual(
    present,
  )
  rmSync(folder, { recursive: true })
})

test('the commands say plainly what they did, or what prevents them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tavla-backup-'))
  const run = (...args: string[]) =>
    new Promise<{ code: number | null; output: string }>((resolve) => {
      const script = join(import.meta.dirname, 'backup-main.ts')
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
        env: { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data') },
      })
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text: Buffer) => (output += text.toString()))
      child.on('close', (code) => resolve({ code, output }))
    })
  expect(await run('backup')).toEqual({
    code: 1,
    output: 'Name a place by --to or --from, or set BACKUP_TO.\n',
  })
  const nothing = await run('backup', '--to', join(folder, 'b'))
  expect([nothing.code, nothing.output.split('\n').at(-2)]).toEqual([
    1,
    `There is no database in ${join(folder, 'data')}. Is DATA_DIR right?`,
  ])
  expect((await run('verify', '--from', folder)).output).toBe(`There are no backups in ${folder}.\n`)
  rmSync(folder, { recursive: true })
})
