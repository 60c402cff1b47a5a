import { signal, type ReadonlySignal } from '@preact/signals-core'
import type { Change, Fields } from '../../document/model/change.ts'
import { boardChange } from '../../document/model/document-change.ts'
import type {
  BoardChange,
  BoardRecord,
  LiveDocument,
  Move,
  RecordId,
  StrokePiece,
} from '../../document/model/record.ts'
import { listBentConnectors, getDependents, getTarget } from './relations.ts'

/** Elements in the hand, moved by one offset in page units. */
export interface Drag {
  readonly ids: ReadonlySet<RecordId>
  readonly dx: number
  readonly dy: number
  /** Connectors that are not in the hand and hang on what is, where anyone who lifts knows them; else they are looked up. */
  readonly hanging?: readonly RecordId[]
}

/** The board as it is seen: the document with the gestures in flight of this tab and of others laid over it. */
export interface DrawnDocument extends LiveDocument {
  readonly startDrag: ReadonlySignal<Drag | null>
  /** Lays the changes of a gesture over the board, instead of what the same source showed before; null ends it. */
  preview(source: string, changes: readonly Change[] | null): void
  /** Moves elements without touching their records; what hangs on them is announced. */
  setDrag(startDrag: Drag | null): void
  /** Lets go of what is in the hand, while `put` writes where it came to rest: readers hear of both as one change. */
  drop(put: () => void): void
  /** The text of this element is being typed in a text box above the board, so it is not drawn. */
  hideText(id: RecordId | null): void
  dispose(): void
}

/** What one source shows: fields over records, new records, stroke pieces. */
interface Layer {
  readonly patches: Map<RecordId, Fields>
  readonly shifts: Map<RecordId, { dx: number; dy: number }>
  readonly puts: Map<RecordId, BoardRecord>
  readonly pieces: Map<RecordId, StrokePiece[]>
  readonly removed: Set<RecordId>
}

/**
 * Source of this tab's own gesture. It lies above everybody else's, because one's own hand must never be
 * overruled on one's own screen.
 */
export const ownSource = ''

export function createDrawnDocument(base: LiveDocument): DrawnDocument {
  const layers = new Map<string, Layer>()
  const composed = new Map<RecordId, BoardRecord | undefined>()
  const listeners = new Set<(change: BoardChange) => void>()
  const startDrag = signal<Drag | null>(null)
  /** Shifted records of the present lift: asking twice must answer the same object, caches live by identity. */
  const dragged = new Map<RecordId, { readonly from: BoardRecord; readonly shifted: BoardRecord }>()
  let hiddenText: RecordId | null = null

  const touched = (layer: Layer | undefined, into: Set<RecordId>): void => {
    if (!layer) return
    for (const part of [layer.patches, layer.shifts, layer.puts, layer.pieces]) {
      for (const id of part.keys()) into.add(id)
    }
    for (const id of layer.removed) into.add(id)
  }
  const order = (): Layer[] => {
    const own = layers.get(ownSource)
    const all = [...layers].filter(([source]) => source !== ownSource).map(([, layer]) => layer)
    return own ? [...all, own] : all
  }
  const compose = (id: RecordId): BoardRecord | undefined => {
    let record = base.get(id)
    for (const layer of order()) {
      if (layer.removed.has(id)) return undefined
      record ??= layer.puts.get(id)
      const fields = layer.patches.get(id)
      if (record && fields) record = withFields(record, fields)
      const shift = layer.shifts.get(id)
      if (record && shift) record = shifted(record, shift.dx, shift.dy)
    }
    return record && id === hiddenText ? withFields(record, { text: null }) : record
  }
  const recompose = (ids: Iterable<RecordId>): void => {
    const inLayers = new Set<RecordId>()
    for (const layer of layers.values()) touched(layer, inLayers)
    for (const id of ids) {
      if (inLayers.has(id) || id === hiddenText) composed.set(id, compose(id))
      else composed.delete(id)
    }
  }
  /** Connectors outside the hand that hang on what is in it; looked up once for one set. */
  let hanging: { readonly on: ReadonlySet<RecordId>; readonly ids: readonly RecordId[] } | undefined
  const hangingOn = ({ ids: isDragging, hanging: known }: Drag): readonly RecordId[] => {
    if (hanging?.on !== isDragging) {
      hanging = {
        on: isDragging,
        ids: known ?? [...getDependents(drawn, isDragging)].filter((id) => !isDragging.has(id)),
      }
    }
    return hanging.ids
  }
  /** Drawn anew with the next change: connectors that hung on what was in the hand. */
  let inFlight: readonly RecordId[] = []
  /** How many the hand lets go of just now. */
  let dropping = 0
  /** All of what was in the hand, and anyone who lifted it has said which connectors it bends. */
  const isDropping = (moves: readonly Move[]): boolean =>
    dropping > 0 && moves.reduce((count, { ids }) => count + ids.length, 0) === dropping
  const announce = (ids: Set<RecordId>, moves: readonly Move[] = [], whole = false): void => {
    for (const id of inFlight) ids.add(id)
    inFlight = []
    if (ids.size === 0 && moves.length === 0 && !whole) return
    for (const id of getDependents(drawn, ids)) ids.add(id)
    if (moves.length > 0 && !isDropping(moves)) for (const id of listBentConnectors(drawn, moves)) ids.add(id)
    const change = boardChange(ids, moves, whole)
    for (const listener of [...listeners]) listener(change)
  }

  const stop = base.observe((change) => {
    const ids = new Set(change.rest)
    if (change.whole) recompose([...composed.keys()])
    else if (layers.size > 0 || hiddenText !== null) {
      recompose(change.rest)
      // What a gesture in flight shows of a record is laid over it anew, wherever the record has gone.
      if (change.moves.length > 0) {
        recompose([...composed.keys()])
        for (const id of composed.keys()) ids.add(id)
      }
    }
    announce(ids, change.moves, change.whole)
  })

  const drawn: DrawnDocument = {
    startDrag,
    get size() {
      return base.size
    },
    each(ids, visit) {
      if (composed.size === 0) return base.each(ids, visit)
      for (const id of ids) visit(drawn.still(id), id)
    },
    still(id) {
      return composed.size > 0 && composed.has(id) ? composed.get(id) : base.still(id)
    },
    get(id) {
      const record = composed.size > 0 && composed.has(id) ? composed.get(id) : base.get(id)
      const up = startDrag.peek()
      if (!record || !up?.ids.has(id)) return record
      const known = dragged.get(id)
      if (known?.from === record) return known.shifted
      const moved = shifted(record, up.dx, up.dy)
      dragged.set(id, { from: record, shifted: moved })
      return moved
    },
    childIds(parent) {
      const ids = base.childIds(parent)
      let more: RecordId[] | undefined
      for (const layer of layers.values()) {
        for (const record of layer.puts.values()) {
          if (record.parent === parent && !base.get(record.id)) (more ??= []).push(record.id)
        }
      }
      return more ? [...ids, ...more] : ids
    },
    pieces(id) {
      const own = base.pieces(id)
      let more: StrokePiece[] | undefined
      for (const layer of order()) {
        const extra = layer.pieces.get(id)
        if (extra) (more ??= []).push(...extra)
      }
      return more ? [...own, ...more] : own
    },
    getBindings(id) {
      const ids = base.getBindings(id)
      let more: RecordId[] | undefined
      for (const layer of layers.values()) {
        for (const record of layer.puts.values()) {
          const isNew = !base.get(record.id)
          if (isNew && (getTarget(record) === id || record.parent === id)) (more ??= []).push(record.id)
        }
      }
      const all = more ? [...ids, ...more] : ids
      return layers.size === 0 ? all : all.filter((binding) => drawn.get(binding) !== undefined)
    },
    suggestionIds: () => base.suggestionIds(),
    *targets() {
      yield* base.targets()
      for (const layer of layers.values()) {
        for (const record of layer.puts.values()) {
          const target = getTarget(record)
          if (target !== undefined) yield target
        }
      }
    },
    *ids() {
      yield* base.ids()
      for (const layer of layers.values()) {
        for (const id of layer.puts.keys()) if (!base.get(id)) yield id
      }
    },
    observe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    preview(source, changes) {
      const ids = new Set<RecordId>()
      const before = layers.get(source)
      if (!before && !changes) return
      touched(before, ids)
      if (before) for (const id of getDependents(drawn, ids)) ids.add(id)
      if (changes) {
        const layer = getLayer(changes)
        layers.set(source, layer)
        touched(layer, ids)
      } else layers.delete(source)
      recompose(ids)
      announce(ids)
    },
    setDrag(next) {
      const before = startDrag.peek()
      const isDragging = next ?? before
      dragged.clear()
      startDrag.value = next
      announce(new Set(isDragging ? hangingOn(isDragging) : []))
    },
    drop(put) {
      const before = startDrag.peek()
      if (before) inFlight = hangingOn(before)
      dropping = before?.ids.size ?? 0
      dragged.clear()
      startDrag.value = null
      put()
      dropping = 0
      announce(new Set())
    },
    hideText(id) {
      const ids = new Set<RecordId>()
      if (hiddenText !== null) ids.add(hiddenText)
      if (id !== null) ids.add(id)
      hiddenText = id
      recompose(ids)
      announce(ids)
    },
    dispose() {
      stop()
      listeners.clear()
    },
  }
  return drawn
}

function getLayer(changes: readonly Change[]): Layer {
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

/** A new record as it will be once taken; author and number are the server's to say. */
function asRecord(record: Extract<Change, { op: 'put' }>['record']): BoardRecord {
  return { ...record, by: '', made: 0 }
}

function withFields(record: BoardRecord, fields: Fields): BoardRecord {
  return { ...record, ...fields }
}

function shifted(record: BoardRecord, dx: number, dy: number): BoardRecord {
  const { x, y } = record
  return typeof x === 'number' && typeof y === 'number' ? { ...record, x: x + dx, y: y + dy } : record
}
