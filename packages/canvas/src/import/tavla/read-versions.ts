import { strFromU8 } from 'fflate'
import { z } from 'zod'
import { versionsFileName } from '../../document/codec/board-file.ts'
import { isImportFailure } from '../import-failure.ts'
import { importLimits } from '../import-limits.ts'
import type { ImportedVersion } from '../imported-drawing.ts'
import type { NoteCounter } from '../notes.ts'
import { parseJson } from '../parse-json.ts'
import { unzip } from '../unzip.ts'
import { type ForeignBoard, readBoardFile } from './read-board-file.ts'

const limits = importLimits.versions
/** Of the list, in bytes; a hundred versions take a tenth of it. */
const maxListBytes = 1024 * 1024

const Listed = z.object({
  name: z.string().trim().min(1),
  path: z.string().regex(/^versions\/\d{1,6}\.json$/),
})

/** Reads the state of a version; null if it holds no board. Whatever is missing in it is noted. */
export type ReadVersion = (board: ForeignBoard) => Omit<ImportedVersion, 'name'> | null

/** The named versions of a package, oldest first. Those that cannot be read are left out and noted; nothing fails. */
export function readVersions(
  bytes: Uint8Array,
  read: ReadVersion,
  notes: NoteCounter,
): readonly ImportedVersion[] {
  const list = readList(bytes)
  if (list === 'damaged') notes.take('versionDamaged', {})
  if (list === 'damaged' || list === 'missing') return []
  for (const item of list.slice(0, -limits.count)) notes.take('manyVersions', { item })
  const versions: ImportedVersion[] = []
  const left = { records: limits.records, bytes: limits.bytes }
  // The newest ones come first, in case not all fit.
  for (const item of list.slice(-limits.count).reverse()) {
    const version = readOne(bytes, item, read, left)
    if (typeof version === 'string') notes.take(version, { item })
    else versions.unshift(version)
  }
  return versions
}

function readList(bytes: Uint8Array): readonly unknown[] | 'missing' | 'damaged' {
  const files = unzip(bytes, (name) => name === versionsFileName, maxListBytes)
  if (isImportFailure(files)) return 'damaged'
  const text = files.get(versionsFileName)
  if (!text) return 'missing'
  const json = parseJson(strFromU8(text))
  return !isImportFailure(json) && Array.isArray(json.value) ? json.value : 'damaged'
}

function readOne(
  bytes: Uint8Array,
  item: unknown,
  read: ReadVersion,
  left: { records: number; bytes: number },
): ImportedVersion | 'versionDamaged' | 'manyVersions' {
  const listed = Listed.safeParse(item)
  if (!listed.success) return 'versionDamaged'
  const { name, path } = listed.data
  // Each by itself, so that a damaged one costs no other.
  const files = unzip(bytes, (other) => other === path, left.bytes)
  if (isImportFailure(files)) return files.reason === 'too_large' ? 'manyVersions' : 'versionDamaged'
  const text = files.get(path)
  const json = text && parseJson(strFromU8(text))
  if (!json || isImportFailure(json)) return 'versionDamaged'
  const board = readBoardFile(json.value)
  if (isImportFailure(board)) return 'versionDamaged'
  if (board.records.length > left.records) return 'manyVersions'
  const content = read(board)
  if (!content) return 'versionDamaged'
  left.records -= board.records.length
  left.bytes -= text.length
  return { name, ...content }
}
