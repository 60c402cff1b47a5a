import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { S3Access } from '../config.ts'
import { StartRefused } from '../db/database-errors.ts'
import { openPlace } from './backup-place.ts'
import { BackupStore } from './backup-store.ts'
import { findDamage, findManifest, type Manifest } from './manifest.ts'
import type { Progress } from './progress.ts'

export interface BackupSource {
  /** A store of backups (a folder or `s3://bucket/prefix`), or a folder with a single backup of an earlier version. */
  readonly from: string
  /** Name of one in a store; undefined: the newest. */
  readonly at?: string | undefined
  readonly passphrase: string | null
  readonly access: S3Access
}

export interface ReadOptions {
  /** Where backups of a store are unpacked. */
  readonly dataDir: string
  /** False: files are only checked, and the folder has none. */
  readonly withFiles: boolean
  readonly progress: Progress
}

export interface ReadBackup {
  readonly folder: string
  readonly manifest: Manifest
  /** Null: it is not one of a store. */
  readonly name: string | null
}

const FOLDER = '.reading-backup'

/** Reads a backup completely, compares all of it by hash, and lays it out in a folder for as long as `act` takes. */
export async function withBackup<T>(
  source: BackupSource,
  options: ReadOptions,
  act: (backup: ReadBackup) => Promise<T>,
): Promise<T> {
  const { from } = source
  const single = from.startsWith('s3:') ? null : await findManifest(from)
  if (single) {
    const folder = resolve(from)
    await checkSingle(folder, single, options.progress)
    return await act({ folder, manifest: single, name: null })
  }
  const place = await openPlace(from, { dataDir: options.dataDir, access: source.access })
  const folder = join(options.dataDir, FOLDER)
  try {
    const store = await BackupStore.open(place, source.passphrase)
    const names = (await store?.listNames()) ?? []
    const name = source.at ?? names[0]
    if (!store || name === undefined) throw new StartRefused(`There are no backups in ${from}.`)
    if (!names.includes(name))
      throw new StartRefused(`There is no backup ${name} in ${from}. There are: ${names.join(', ')}.`)
    const manifest = await store.read(name)
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await unpack(store, { name: `${name} in ${from}`, manifest, folder }, options)
    return await act({ folder, manifest, name })
  } finally {
    place.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function checkSingle(folder: string, { parts }: Manifest, progress: Progress): Promise<void> {
  progress.step('Reading the backup')
  const damage = await findDamage(folder, parts, (done) => progress.count(done, parts.length))
  if (damage.length > 0) throw new StartRefused(`The backup in ${folder} is damaged: ${damage.join(', ')}.`)
}

async function unpack(
  store: BackupStore,
  { name, manifest, folder }: { readonly name: string; readonly manifest: Manifest; readonly folder: string },
  { withFiles, progress }: ReadOptions,
): Promise<void> {
  progress.step('Reading the backup')
  const damage: string[] = []
  for (const [index, part] of manifest.parts.entries()) {
    const isStored = withFiles || !part.path.startsWith('files/')
    const fault = await store.findFault(part, isStored ? join(folder, part.path) : null)
    if (fault !== null) damage.push(fault)
    progress.count(index + 1, manifest.parts.length)
  }
  if (damage.length > 0) throw new StartRefused(`The backup ${name} is damaged: ${damage.join(', ')}.`)
}
