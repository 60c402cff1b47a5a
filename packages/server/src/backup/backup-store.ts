import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { StartRefused } from '../db/database-errors.ts'
import { measure, writeFile as storeFile } from '../ports/files/disk.ts'
import type { BackupPlace } from './backup-place.ts'
import { BackupCipher, DamagedPart } from './encryption.ts'
import { type Manifest, manifestName, parseJson, parseManifest, type Part } from './manifest.ts'
import { listExpired, type Retention } from './retention.ts'

/*
 * A store holds any number of backups:
 *
 *   store.json            format of the store, and how its key is derived
 *   backups/NAME.json     manifest of one backup; NAME is its time
 *   parts/AB/CDEF…        content, named by its SHA-256 and stored once
 *
 * In an encrypted store manifests and parts are encrypted, and parts are named by a keyed hash.
 */
const storeFormat = 1
const recordFile = 'store.json'

const StoreRecord = z.object({
  format: z.literal(storeFormat),
  key: z
    .object({
      kdf: z.literal('scrypt'),
      // Bounds keep a store that somebody changed from taking all memory.
      cost: z
        .int()
        .min(1_024)
        .max(1 << 20),
      blockSize: z.int().min(1).max(16),
      parallelization: z.int().min(1).max(4),
      salt: z.hex(),
      proof: z.hex(),
    })
    .nullable(),
})

/** Parts without a backup stay for a day, since another process may be writing the backup that names them. */
const ORPHAN_MS = 86_400_000
const anySize = Number.POSITIVE_INFINITY

export interface AddedParts {
  /** Parts that were not in the store. */
  readonly written: number
  readonly bytes: number
}

/** Backups in a folder or a bucket. Content that several of them have is there once. */
export class BackupStore {
  readonly #place: BackupPlace
  readonly #cipher: BackupCipher | null

  private constructor(place: BackupPlace, cipher: BackupCipher | null) {
    this.#place = place
    this.#cipher = cipher
  }

  /** Null: there is none. */
  static async open(place: BackupPlace, passphrase: string | null): Promise<BackupStore | null> {
    const stored = await place.read(recordFile)
    if (!stored) return null
    const record = parseRecord(place, (await buffer(stored)).toString('utf8'))
    if (record.key === null) {
      if (passphrase !== null)
        throw new StartRefused(
          `The backups in ${place.name} are not encrypted. Name another place for encrypted ones, or unset BACKUP_PASSPHRASE and BACKUP_KEY_FILE.`,
        )
      return new BackupStore(place, null)
    }
    if (passphrase === null)
      throw new StartRefused(
        `The backups in ${place.name} are encrypted. Set BACKUP_PASSPHRASE or BACKUP_KEY_FILE.`,
      )
    const cipher = await BackupCipher.open(passphrase, record.key)
    if (!cipher)
      throw new StartRefused(
        `The backups in ${place.name} were encrypted with another passphrase than the one that is set.`,
      )
    return new BackupStore(place, cipher)
  }

  static async openOrCreate(place: BackupPlace, passphrase: string | null): Promise<BackupStore> {
    const found = await BackupStore.open(place, passphrase)
    if (found) return found
    const made = passphrase === null ? null : await BackupCipher.create(passphrase)
    const record: z.input<typeof StoreRecord> = { format: storeFormat, key: made?.derivation ?? null }
    const from = join(place.staging, recordFile)
    await writeFile(from, `${JSON.stringify(record, null, 1)}\n`, { mode: 0o600 })
    await place.write(recordFile, from)
    return new BackupStore(place, made?.cipher ?? null)
  }

  /** Names of all backups, the newest first. */
  async listNames(): Promise<readonly string[]> {
    const paths = [...(await this.#place.list('backups')).keys()]
    return paths
      .map((path) => /^backups\/([\w.-]+)\.json$/.exec(path)?.[1])
      .filter((name) => name !== undefined)
      .sort()
      .reverse()
  }

  async read(name: string): Promise<Manifest> {
    const path = getManifestPath(name)
    const stored = await this.#place.read(path)
    if (!stored) throw new StartRefused(`There is no backup ${name} in ${this.#place.name}.`)
    const where = `${name} in ${this.#place.name}`
    try {
      const text = (await buffer(this.#decrypted(path, stored))).toString('utf8')
      return parseManifest(where, text)
    } catch (error) {
      if (error instanceof DamagedPart)
        throw new StartRefused(`The backup ${where} is damaged: ${error.message}.`)
      throw error
    }
  }

  /** Adds the backup in `folder`, reads back what was written, and then makes it one of the store's. */
  async add(
    name: string,
    manifest: Manifest,
    { folder, onPart }: { readonly folder: string; readonly onPart: (done: number) => void },
  ): Promise<AddedParts> {
    const present = await this.#place.list('parts')
    const written: Part[] = []
    for (const [index, part] of manifest.parts.entries()) {
      onPart(index + 1)
      const stored = this.#getPath(part)
      const isPresent = present.get(stored)?.size === this.#getSize(part)
      if (isPresent || written.some(({ hash }) => hash === part.hash)) continue
      await this.#write(stored, join(folder, part.path))
      written.push(part)
    }
    const path = getManifestPath(name)
    for (const part of written) {
      const fault = await this.findFault(part)
      if (fault !== null) throw new Error(`The backup is not as it was written: ${fault}`)
    }
    const from = join(folder, manifestName)
    await writeFile(from, `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 })
    await this.#write(path, from)
    // Another process may have removed what was there before.
    const missing = await this.#listMissing(manifest.parts)
    if (missing.length > 0) {
      await this.#place.remove(path)
      throw new Error(`Parts of the backup have disappeared: ${missing.slice(0, 5).join(', ')}`)
    }
    return { written: written.length, bytes: written.reduce((sum, { size }) => sum + size, 0) }
  }

  /** Writes a part to the disk, or only reads it (`to` null); what is wrong with it, else null. */
  async findFault(part: Part, to: string | null = null): Promise<string | null> {
    const path = this.#getPath(part)
    const stored = await this.#place.read(path)
    if (!stored) return `${part.path} is missing`
    try {
      const content = Readable.from(this.#decrypted(path, stored))
      if (to !== null) await mkdir(dirname(to), { recursive: true, mode: 0o700 })
      const found = await (to === null ? measure(content, anySize) : storeFile(to, content, anySize))
      if (found.size !== part.size) return `${part.path} has ${found.size} bytes instead of ${part.size}`
      return found.hash === part.hash ? null : `${part.path} has other contents`
    } catch (error) {
      if (error instanceof DamagedPart) return `${part.path} cannot be decrypted: ${error.message}`
      throw error
    }
  }

  /** Removes the backups that need not be kept, and what only they had; answers their names. */
  async prune(keep: Retention, now: number): Promise<readonly string[]> {
    const backups: { readonly name: string; readonly at: number; readonly parts: readonly Part[] }[] = []
    for (const name of await this.listNames()) {
      const { at, parts } = await this.read(name)
      backups.push({ name, at: Date.parse(at), parts })
    }
    const expired = listExpired(backups, keep, now)
    for (const name of expired) await this.#place.remove(getManifestPath(name))
    const left = backups.filter(({ name }) => !expired.includes(name))
    const used = new Set(left.flatMap(({ parts }) => parts.map((part) => this.#getPath(part))))
    for (const [path, { writtenAt }] of await this.#place.list('parts'))
      if (!used.has(path) && now - writtenAt > ORPHAN_MS) await this.#place.remove(path)
    return expired
  }

  async #listMissing(parts: readonly Part[]): Promise<readonly string[]> {
    const present = await this.#place.list('parts')
    return parts
      .filter((part) => present.get(this.#getPath(part))?.size !== this.#getSize(part))
      .map(({ path }) => path)
  }

  /** Takes the file `from`, encrypted if the store is. */
  async #write(path: string, from: string): Promise<void> {
    if (!this.#cipher) return await this.#place.write(path, from)
    const encrypted = `${from}.encrypted`
    await pipeline(
      this.#cipher.encrypt(path, createReadStream(from)),
      createWriteStream(encrypted, { mode: 0o600 }),
    )
    await rm(from)
    await this.#place.write(path, encrypted)
    await rm(encrypted, { force: true })
  }

  #decrypted(path: string, stored: Readable): AsyncIterable<Buffer> {
    return this.#cipher ? this.#cipher.decrypt(path, stored) : stored
  }

  #getSize({ size }: Part): number {
    return this.#cipher ? BackupCipher.getSize(size) : size
  }

  #getPath({ hash }: Part): string {
    const name = this.#cipher?.getName(hash) ?? hash
    return `parts/${name.slice(0, 2)}/${name.slice(2)}`
  }
}

const getManifestPath = (name: string): string => `backups/${name}.json`

function parseRecord(place: BackupPlace, text: string): z.infer<typeof StoreRecord> {
  const json = parseJson(text)
  const format = z.object({ format: z.number() }).safeParse(json)
  if (format.success && format.data.format > storeFormat)
    throw new StartRefused(`The backups in ${place.name} were made by a newer version of Tavla.`)
  const record = StoreRecord.safeParse(json)
  if (!record.success)
    throw new StartRefused(`The backups in ${place.name} cannot be read: ${recordFile} is damaged.`)
  return record.data
}
