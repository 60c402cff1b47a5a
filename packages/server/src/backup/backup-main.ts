import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, readConfig } from '../config.ts'
import { StartRefused } from '../db/database-errors.ts'
import { systemClock } from '../ports/clock/system-clock.ts'
import { createBackup } from './create-backup.ts'
import type { Manifest } from './manifest.ts'
import { createProgress } from './progress.ts'
import { moveDatabase } from './move-database.ts'
import { moveFiles } from './move-files.ts'
import type { BackupSource } from './read-backup.ts'
import { restoreBackup, verifyBackup } from './restore.ts'

// `npm run backup`, `npm run restore`, `npm run verify` and `npm run move`: progress goes to stderr, the result to stdout.

process.umask(0o077)

const usage = {
  backup: 'npm run backup [-- --to DIR|s3://BUCKET/PREFIX]',
  restore: 'npm run restore -- [--from DIR|s3://BUCKET/PREFIX] [--at NAME] [--replace]',
  verify: 'npm run verify -- [--from DIR|s3://BUCKET/PREFIX] [--at NAME]',
  move: 'npm run move -- --to s3|disk|postgres://…|sqlite',
} as const

const progress = createProgress(systemClock, (line) => process.stderr.write(`${line}\n`))
let isJson = false

/** The result: a record for programs, or sentences. */
function report(manifest: Manifest, ...sentences: readonly string[]): void {
  const { at, database, parts, hasSecret } = manifest
  const bytes = parts.reduce((sum, { size }) => sum + size, 0)
  const record = { at, ...database, parts: parts.length, bytes, hasSecret }
  process.stdout.write(`${isJson ? JSON.stringify(record) : sentences.join('\n')}\n`)
}

function getContents({ at, database, parts, hasSecret }: Manifest): string {
  const files = parts.filter(({ path }) => path.startsWith('files/')).length
  const bytes = parts.reduce((sum, { size }) => sum + size, 0)
  return (
    `${database.accounts} accounts, ${database.boards} boards with ${database.edits} edits, ${files} files` +
    `${hasSecret ? ' and the secret' : ''}: ${(bytes / 1e6).toFixed(1)} MB, as they were at ${at}.`
  )
}

/** A place that is named on the command line is read like the one of the configuration. */
const readBackupConfig = (place: string | undefined): Config =>
  readConfig(undefined, place === undefined ? {} : { BACKUP_TO: place })

function getPlace({ backup }: Config): string {
  if (backup.to === null) throw new StartRefused('Name a place by --to or --from, or set BACKUP_TO.')
  return backup.to
}

async function readPassphrase({ backup }: Config): Promise<string | null> {
  if (backup.keyFile === null) return backup.passphrase
  const text = await readFile(backup.keyFile, 'utf8').catch(() => null)
  if (text === null) throw new StartRefused(`BACKUP_KEY_FILE: ${backup.keyFile} cannot be read.`)
  if (text.trim().length < 16)
    throw new StartRefused(`BACKUP_KEY_FILE: ${backup.keyFile} must have at least 16 characters.`)
  return text.trim()
}

async function getSource(config: Config, at: string | undefined): Promise<BackupSource> {
  const { access } = config.backup
  return { from: getPlace(config), at, access, passphrase: await readPassphrase(config) }
}

async function backUp(place: string | undefined): Promise<void> {
  const config = readBackupConfig(place)
  const to = getPlace(config)
  const passphrase = await readPassphrase(config)
  const { name, manifest, added, expired } = await createBackup(config, {
    ...{ to, passphrase, settings: config.backup, clock: systemClock, progress },
  })
  report(
    manifest,
    `Backed up to ${to} as ${name}: ${getContents(manifest)}`,
    `${(added.bytes / 1e6).toFixed(1)} MB were new; they were read back and are whole.${passphrase === null ? '' : ' They are encrypted.'}`,
    ...(expired.length > 0 ? [`Removed: ${expired.join(', ')}`] : []),
    ...secretNote(manifest),
  )
}

async function restore(place: string | undefined, at: string | undefined, replace: boolean): Promise<void> {
  const config = readBackupConfig(place)
  const source = await getSource(config, at)
  const { manifest } = await restoreBackup(config, { ...source, replace, progress })
  report(
    manifest,
    `Restored into ${config.databaseUrl ? 'the database of DATABASE_URL and ' : ''}${resolve(config.dataDir)}: ${getContents(manifest)}`,
    'What was saved after that moment is not in it. Pages that are open load their boards anew and send what they had not sent.',
    ...secretNote(manifest),
  )
}

async function verify(place: string | undefined, at: string | undefined): Promise<void> {
  const config = readBackupConfig(place)
  const source = await getSource(config, at)
  const { manifest, name } = await verifyBackup(config, source, progress)
  report(
    manifest,
    `The backup ${name === null ? '' : `${name} `}in ${source.from} is whole: ${getContents(manifest)}`,
  )
}

async function copyFiles(to: 's3' | 'disk'): Promise<void> {
  const moved = await moveFiles(readConfig(), to, progress)
  const text =
    `${moved.copied} files were copied and ${moved.present} were there already. All were compared by hash.\n` +
    (to === 's3'
      ? 'Stop the server, repeat this for what was added meanwhile, and start it with S3_BUCKET.'
      : 'Stop the server, repeat this for what was added meanwhile, and start it without S3_BUCKET.')
  process.stdout.write(`${isJson ? JSON.stringify(moved) : text}\n`)
}

async function move(to: string): Promise<void> {
  const moved = await moveDatabase(readConfig(), { to, clock: systemClock, progress })
  const next = to === 'sqlite' ? 'without DATABASE_URL' : 'with this DATABASE_URL'
  const text =
    `${moved.tables} tables were moved, ${moved.rows} rows of them now, and all were compared by hash. ` +
    `Start the server ${next}; the old database stays as it was.`
  process.stdout.write(`${isJson ? JSON.stringify(moved) : text}\n`)
}

const secretNote = ({ hasSecret }: Manifest): readonly string[] =>
  hasSecret ? [] : ['The secret is not part of it, because it is set by SECRET: keep that as well.']

const isCommand = (name: string | undefined): name is keyof typeof usage =>
  name !== undefined && name in usage

async function main(name: string | undefined, args: readonly string[]): Promise<void> {
  const options = {
    to: { type: 'string' },
    from: { type: 'string' },
    at: { type: 'string' },
    replace: { type: 'boolean' },
    json: { type: 'boolean' },
  } as const
  const { to, from, at, replace, json = false } = parseArgs({ args: [...args], options }).values
  isJson = json
  if (name === 'backup') return await backUp(to)
  if (name === 'restore') return await restore(from, at, replace === true)
  if (name === 'verify') return await verify(from, at)
  if (name === 'move' && (to === 's3' || to === 'disk')) return await copyFiles(to)
  if (name === 'move' && (to === 'sqlite' || to?.startsWith('postgres'))) return await move(to)
  throw new StartRefused(`Usage: ${usage[isCommand(name) ? name : 'backup']}`)
}

const [name, ...args] = process.argv.slice(2)
main(name, args).catch((error: unknown) => {
  const isRefused = error instanceof StartRefused || (error instanceof TypeError && 'code' in error)
  process.stderr.write(
    `${isRefused ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  )
  process.exitCode = 1
})
