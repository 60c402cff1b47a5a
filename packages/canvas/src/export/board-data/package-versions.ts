import {
  type BoardFileVersion,
  getVersionFileName,
  versionLimits,
  versionsFileName,
} from '../../document/codec/board-file.ts'
import type { DocumentView } from '../../document/model/record.ts'
import { listFiles } from '../files.ts'
import { createSubtask, runInSlices, type TaskOptions } from '../run-in-slices.ts'
import { type JsonPart, jsonText } from './json.ts'
import type { PackageAssets } from './package-assets.ts'
import type { ZipWriter } from './zip-writer.ts'

/** Named versions to put into a package. */
export interface ExportedVersions {
  /** Oldest first. */
  readonly list: readonly Omit<BoardFileVersion, 'path'>[]
  /** The board at one of them; asked for once each, in their order. It is read before the next one is asked for. */
  read(index: number, work: TaskOptions): Promise<DocumentView>
}

/** How many named versions of a board of this size fit in one package: the newest ones. */
export function getMaxVersions(recordCount: number): number {
  return Math.min(versionLimits.count, Math.floor(versionLimits.records / Math.max(1, recordCount)))
}

const encoder = new TextEncoder()

/** Adds the versions and the files that only they show; returns how many were left off because they are too large. */
export async function addVersions(
  zip: ZipWriter,
  { list, read }: ExportedVersions,
  assets: PackageAssets,
  shapes: JsonPart['shapes'],
  work: TaskOptions,
): Promise<number> {
  const added: BoardFileVersion[] = []
  const quiet: TaskOptions = { ...work, onProgress: undefined }
  let records = 0
  let bytes = 0
  for (const [index, version] of list.entries()) {
    const getStep = (from: number, to: number): TaskOptions =>
      createSubtask(work, (index + from) / list.length, (index + to) / list.length)
    const document = await read(index, getStep(0, 0.6))
    if (records + document.size > versionLimits.records) continue
    const ids = document.childIds(null)
    const files = await assets.read(listFiles(document, ids), getStep(0.6, 0.7))
    const part = { document, ids, shapes, assets: assets.byId }
    const text = await runInSlices(jsonText(part), getStep(0.7, 0.85))
    const parts = text.map((piece) => encoder.encode(piece))
    const size = parts.reduce((sum, { length }) => sum + length, 0)
    for (const file of files) await runInSlices(zip.add(file), quiet)
    if (bytes + size > versionLimits.bytes) continue
    records += document.size
    bytes += size
    const path = getVersionFileName(added.length + 1)
    await runInSlices(zip.add({ path, parts, isPacked: false }), getStep(0.85, 1))
    const { name, time, by } = version
    added.push({ name, time, by, path })
  }
  const listed = { path: versionsFileName, parts: [`${JSON.stringify(added, null, 1)}\n`], isPacked: false }
  await runInSlices(zip.add(listed), quiet)
  return list.length - added.length
}
