import type { Change, Fields } from '../../document/model/change.ts'
import type { BoardRecord, LiveDocument, RecordId, StrokePiece } from '../../document/model/record.ts'
import { getTarget } from './relations.ts'

/** Source of this tab's own gesture. It is applied last, so that other users' previews never override it. */
export const ownSource = ''

/** Preview of one source. */
interface Layer {
  readonly patches: Map<RecordId, Fields>
  readonly shifts: Map<RecordId, { dx: number; dy: number }>
  readonly puts: Map<RecordId, BoardRecord>
  readonly pieces: Map<RecordId, StrokePiece[]>
  readonly removed: Set<RecordId>
}

/** A document with gesture previews of this tab and other users applied. */
export class PreviewLayers {
  readonly #base: LiveDocument
  readonly #layers = new Map<string, Layer>()
  /** Records that differ from the base; undefined if removed. */
  readonly #composed = new Map<RecordId, BoardRecord | undefined>()
  /** Element whose text is edited in a text box. */
  #hiddenText: RecordId | null = null

  constructor(base: LiveDocument) {
    this.#base = base
  }

  /** No record differs from the base. */
  get isEmpty(): boolean {
    return this.#composed.size === 0
  }

  get hasLayers(): boolean {
    return this.#layers.size > 0
  }

  get composedIds(): RecordId[] {
    return [...this.#composed.keys()]
  }

  /** Ids affected by a source. */
  listTouched(source: string): Set<RecordId> {
    return addTouched(this.#layers.get(source), new Set())
  }

  /** Replaces the preview of a source; null removes it. `recompose` then updates the records. */
  set(source: string, changes: readonly Change[] | null): void {
    if (changes) this.#layers.set(source, createLayer(changes))
    else this.#layers.delete(source)
  }

  has(source: string): boolean {
    return this.#layers.has(source)
  }

  /** Hides the text of one record and shows the previous one; returns both ids. */
  hideText(id: RecordId | null): Set<RecordId> {
    const ids = new Set([this.#hiddenText, id].filter((one) => one !== null))
    this.#hiddenText = id
    this.recompose(ids)
    return ids
  }

  recompose(ids: Iterable<RecordId>): void {
    const touched = new Set<RecordId>()
    for (const layer of this.#layers.values()) addTouched(layer, touched)
    for (const id of ids) {
      if (touched.has(id) || id === this.#hiddenText) this.#composed.set(id, this.#compose(id))
      else this.#composed.delete(id)
    }
  }

  get(id: RecordId): BoardRecord | undefined {
    return this.#isComposed(id) ? this.#composed.get(id) : this.#base.get(id)
  }

  getUnmoved(id: RecordId): BoardRecord | undefined {
    return this.#isComposed(id) ? this.#composed.get(id) : this.#base.getUnmoved(id)
  }

  childIds(parent: RecordId | null): readonly RecordId[] {
    const ids = this.#base.childIds(parent)
    if (!this.hasLayers) return ids
    const more = this.#listNew((record) => record.parent === parent)
    return more ? [...ids, ...more] : ids
  }

  pieces(id: RecordId): readonly StrokePiece[] {
    const pieces = this.#base.pieces(id)
    if (!this.hasLayers) return pieces
    let more: StrokePiece[] | undefined
    for (const layer of this.#inOrder()) {
      const extra = layer.pieces.get(id)
      if (extra) (more ??= []).push(...extra)
    }
    return more ? [...pieces, ...more] : pieces
  }

  getBindings(id: RecordId): readonly RecordId[] {
    const ids = this.#base.getBindings(id)
    if (!this.hasLayers) return ids
    const more = this.#listNew((record) => getTarget(record) === id || record.parent === id)
    const all = more ? [...ids, ...more] : ids
    return all.filter((binding) => this.get(binding) !== undefined)
  }

  *targets(): Generator<RecordId> {
    yield* this.#base.targets()
    for (const layer of this.#layers.values()) {
      for (const record of layer.puts.values()) {
        const target = getTarget(record)
        if (target !== undefined) yield target
      }
    }
  }

  *ids(): Generator<RecordId> {
    yield* this.#base.ids()
    for (const layer of this.#layers.values()) {
      for (const id of layer.puts.keys()) if (!this.#base.get(id)) yield id
    }
  }

  #isComposed(id: RecordId): boolean {
    return this.#composed.size > 0 && this.#composed.has(id)
  }

  /** Records that exist only in previews; undefined if there are none. */
  #listNew(isMeant: (record: BoardRecord) => boolean): RecordId[] | undefined {
    let found: RecordId[] | undefined
    for (const layer of this.#layers.values()) {
      for (const record of layer.puts.values())
        if (isMeant(record) && !this.#base.get(record.id)) (found ??= []).push(record.id)
    }
    return found
  }

  #inOrder(): Layer[] {
    const own = this.#layers.get(ownSource)
    const others = [...this.#layers].filter(([source]) => source !== ownSource).map(([, layer]) => layer)
    return own ? [...others, own] : others
  }

  #compose(id: RecordId): BoardRecord | undefined {
    let record = this.#base.get(id)
    for (const layer of this.#inOrder()) {
      if (layer.removed.has(id)) return undefined
      record ??= layer.puts.get(id)
      const fields = layer.patches.get(id)
      if (record && fields) record = withFields(record, fields)
      const shift = layer.shifts.get(id)
      if (record && shift) record = shiftRecord(record, shift.dx, shift.dy)
    }
    return record && id === this.#hiddenText ? withFields(record, { text: null }) : record
  }
}

/** The record moved by an offset; records without a position are returned unchanged. */
export function shiftRecord(record: BoardRecord, dx: number, dy: number): BoardRecord {
  const { x, y } = record
  return typeof x === 'number' && typeof y === 'number' ? { ...record, x: x + dx, y: y + dy } : record
}

function addTouched(layer: Layer | undefined, ids: Set<RecordId>): Set<RecordId> {
  if (!layer) return ids
  for (const part of [layer.patches, layer.shifts, layer.puts, layer.pieces])
    for (const id of part.keys()) ids.add(id)
  for (const id of layer.removed) ids.add(id)
  return ids
}

function createLayer(changes: readonly Change[]): Layer {
  const layer: Layer = {
    patches: new Map(),
    shifts: new Map(),
    puts: new Map(),
    pieces: new Map(),
    removed: new Set(),
  }
  for (const change of changes) {
    if (change.op === 'put') layer.puts.set(change.record.id, asRecord(change.record))
    else if (change.op === 'patch')
      layer.patches.set(change.id, { ...layer.patches.get(change.id), ...change.fields })
    else if (change.op === 'append') {
      layer.pieces.set(change.id, [...(layer.pieces.get(change.id) ?? []), change.piece])
    } else if (change.op === 'remove') for (const id of change.ids) layer.removed.add(id)
    else if (change.op === 'translate') {
      for (const id of change.ids) layer.shifts.set(id, { dx: change.dx, dy: change.dy })
    }
  }
  return layer
}

/** A new record as it will be once accepted; the server sets author and number. */
function asRecord(record: Extract<Change, { op: 'put' }>['record']): BoardRecord {
  return { ...record, by: '', made: 0 }
}

function withFields(record: BoardRecord, fields: Fields): BoardRecord {
  return { ...record, ...fields }
}
