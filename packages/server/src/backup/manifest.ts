import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { StartRefused } from '../db/database-errors.ts'

/** Format of backups that this version writes and reads. */
export const backupFormat = 1
export const manifestName = 'manifest.json'

const Part = z.object({
  /** Relative to the backup, with `/` between folders. */
  path: z.string().regex(/^(?!.*(^|\/)\.\.(\/|$))[\w./-]+$/),
  size: z.int().min(0),
  /** SHA-256, hex. */
  hash: z.string(),
})
export type Part = z.infer<typeof Part>

const Manifest = z.object({
  format: z.literal(backupFormat),
  engine: z.enum(['sqlite', 'postgres']),
  /** Time of the database snapshot, ISO 8601. */
  at: z.iso.datetime(),
  /** False: the secret comes from the environment (SECRET), and the operator has to keep it. */
  hasSecret: z.boolean(),
  database: z.object({
    migrations: z.array(z.string()),
    accounts: z.int(),
    boards: z.int(),
    edits: z.int(),
  }),
  parts: z.array(Part),
})
export type Manifest = z.infer<typeof Manifest>

/** Reads the manifest of a backup that is a folder of its own; null: there is none. */
export async function findManifest(from: string): Promise<Manifest | null> {
  const text = await readFile(join(from, manifestName), 'utf8').catch(() => null)
  return text === null ? null : parseManifest(`in ${from}`, text)
}

/** Throws an explanatory error for what this version cannot restore. */
export function parseManifest(where: string, text: string): Manifest {
  const json = parseJson(text)
  const format = z.object({ format: z.number() }).safeParse(json)
  if (format.success && format.data.format > backupFormat)
    throw new StartRefused(
      `The backup ${where} was made by a newer version of Tavla. Restore it with that version.`,
    )
  const manifest = Manifest.safeParse(json)
  if (!manifest.success)
    throw new StartRefused(`The backup ${where} is damaged: its ${manifestName} cannot be read.`)
  return manifest.data
}

/** Null: it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The caller reports what is damaged.
    return null
  }
}

/** Size and hash of a file on disk. */
export async function readPart(root: string, path: string): Promise<Part> {
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of createReadStream(join(root, path)) as AsyncIterable<Buffer>) {
    hash.update(piece)
    size += piece.length
  }
  return { path, size, hash: hash.digest('hex') }
}

/** Describes parts that do not match the manifest. */
export async function findDamage(
  from: string,
  parts: readonly Part[],
  onPart: (done: number) => void,
): Promise<readonly string[]> {
  const damage: string[] = []
  for (const [index, part] of parts.entries()) {
    const found = await stat(join(from, part.path)).catch(() => null)
    if (!found) damage.push(`${part.path} is missing`)
    else if (found.size !== part.size)
      damage.push(`${part.path} has ${found.size} bytes instead of ${part.size}`)
    else if ((await readPart(from, part.path)).hash !== part.hash)
      damage.push(`${part.path} has other contents`)
    onPart(index + 1)
  }
  return damage
}
