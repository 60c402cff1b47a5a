import { bindingSchema } from '../document/kinds/binding.ts'
import type { NewRecord } from '../document/model/change.ts'
import type { RecordId, StrokePiece } from '../document/model/record.ts'
import { withAllowedControls } from '../document/rules/allowed-controls.ts'
import { createRestoration, type Restoration, type RestoreRequest } from './changes.ts'
import type { SlicedTask } from './sliced-task.ts'
import type { TargetRecord } from './target.ts'

/** A whole board at one moment, from a file. */
export interface VersionRecords {
  readonly records: readonly NewRecord[]
  readonly pieces: ReadonlyMap<RecordId, readonly StrokePiece[]>
}

/** The same with other ids. */
export interface RenamedVersion extends VersionRecords {
  /** The new ids by those of the file. */
  readonly ids: ReadonlyMap<RecordId, RecordId>
}

interface Renaming {
  readonly from: RecordId
  readonly pieces: readonly StrokePiece[]
  to: RecordId
}

/**
 * Gives the versions of one board new ids, the same one for the same record in all of them. What a board can change of
 * no record (its kind, the sides of a binding, the points of a stroke) makes it another one. The new ids are in the
 * order of the old ones, which decides between siblings with equal order keys.
 */
export function renameVersions(
  versions: readonly VersionRecords[],
  createId: () => RecordId,
): readonly RenamedVersion[] {
  const latest = new Map<string, Renaming>()
  const all: Renaming[] = []
  const renamings = versions.map(({ records, pieces }) =>
    records.map((record) => {
      const key = getKey(record)
      const ink = pieces.get(record.id) ?? []
      const known = latest.get(key)
      if (known && areSamePieces(known.pieces, ink)) return known
      const renaming: Renaming = { from: record.id, pieces: ink, to: '' }
      latest.set(key, renaming)
      all.push(renaming)
      return renaming
    }),
  )
  const newIds = all.map(createId).sort(compare)
  all.sort((a, b) => compare(a.from, b.from)).forEach((renaming, i) => (renaming.to = newIds[i]!))
  return versions.map(({ records }, i) => {
    const list = renamings[i]!
    const ids = new Map(list.map(({ from, to }) => [from, to]))
    const inked = list.filter(({ pieces }) => pieces.length > 0)
    return {
      records: records.map((record) => rename(record, ids)),
      pieces: new Map(inked.map(({ to, pieces }) => [to, pieces])),
      ids,
    }
  })
}

const compare = (a: RecordId, b: RecordId): number => (a < b ? -1 : a > b ? 1 : 0)

function getKey({ id, kind, parent, end }: NewRecord): string {
  return kind === bindingSchema.kind ? `${kind}/${parent}/${String(end)}/${id}` : `${kind}/${id}`
}

function areSamePieces(a: readonly StrokePiece[], b: readonly StrokePiece[]): boolean {
  return (
    a.length === b.length &&
    a.every((piece, i) => piece.length === b[i]!.length && piece.every((byte, at) => byte === b[i]![at]))
  )
}

function rename(record: NewRecord, ids: ReadonlyMap<RecordId, RecordId>): NewRecord {
  const { target } = record
  const parent = record.parent === null ? null : ids.get(record.parent)!
  const isLinked = typeof target === 'string' && ids.has(target)
  return { ...record, id: ids.get(record.id)!, parent, ...(isLinked && { target: ids.get(target) }) }
}

export interface VersionRequest extends Pick<RestoreRequest, 'present' | 'kinds' | 'actor'> {
  readonly version: VersionRecords
  /** Records that it replaces: those of the version before. Others on the board are left as they are. */
  readonly replaced: Iterable<RecordId>
}

/** Changes that make these records of the board those of a version. */
export function* restoreVersion({ version, replaced, ...request }: VersionRequest): SlicedTask<Restoration> {
  const { present, actor } = request
  const target = new Map<RecordId, TargetRecord | null>()
  for (const id of replaced) if (present.get(id)) target.set(id, null)
  for (const record of version.records) {
    const allowed = withAllowedControls(record, actor.role)
    target.set(record.id, { record: { ...allowed, by: actor.uid, made: 0 } })
  }
  const pieces = (id: RecordId) => version.pieces.get(id) ?? []
  return yield* createRestoration({ ...request, target, removedRecords: new Map(), pieces })
}
