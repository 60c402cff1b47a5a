import type { Fields } from '../../document/model/change.ts'
import { isBinding } from '../../document/kinds/binding.ts'
import type { BoardRecord, DocumentView, ElementRecord, Move, RecordId } from '../../document/model/record.ts'
import type { ShapeDefinition, ShapeSchema } from '../../shape.ts'

/** The kinds of the board by name; the editor knows shapes only through it. */
export interface Shapes {
  /** Kinds that are drawn. */
  readonly drawn: ReadonlyMap<string, ShapeDefinition>
  get(kind: string): ShapeDefinition | undefined
  /** Of every kind: drawn ones, and those that only give structure. */
  schema(kind: string): ShapeSchema | undefined
  /** The kind of plain containers of this sort. */
  containerKind(sort: 'page' | 'group'): string
}

/** `schemas` are of every kind, with what only the server-safe list knows of them. */
export function listShapes(drawn: readonly ShapeDefinition[], schemas: readonly ShapeSchema[]): Shapes {
  const definitions = new Map(drawn.map((shape) => [shape.kind, shape]))
  const byKind = new Map(schemas.map((schema) => [schema.kind, schema]))
  return {
    drawn: definitions,
    get: (kind) => definitions.get(kind),
    schema: (kind) => byKind.get(kind),
    containerKind(sort) {
      const schema = schemas.find((candidate) => candidate.facets.container === sort)
      if (!schema) throw new Error(`No kind is a ${sort}`)
      return schema.kind
    },
  }
}

export function isElement(record: BoardRecord | undefined, shapes: Shapes): record is ElementRecord {
  return record !== undefined && shapes.get(record.kind)?.schema.facets.element === true
}

export function getContainer(
  record: BoardRecord | undefined,
  shapes: Shapes,
): 'page' | 'group' | 'frame' | undefined {
  return record && shapes.schema(record.kind)?.facets.container
}

/** Connectors that hang on one of these elements; theirs is drawn anew when a target changes. */
export function getDependents(document: DocumentView, ids: Iterable<RecordId>): Set<RecordId> {
  const found = new Set<RecordId>()
  for (const id of ids) {
    for (const bindingId of document.getBindings(id)) {
      const connector = getConnector(document.get(bindingId))
      if (connector !== undefined && connector !== id) found.add(connector)
    }
  }
  return found
}

/** Connectors that are in the set or hang on what is in it, each with its bindings. */
export function listConnectors(
  document: DocumentView,
  set: ReadonlySet<RecordId>,
): Map<RecordId, readonly BoardRecord[]> {
  const found = new Map<RecordId, readonly BoardRecord[]>()
  const look = (bindingId: RecordId): void => {
    const connector = getConnector(document.get(bindingId))
    if (connector === undefined || found.has(connector)) return
    const bindings = listHeldBy(document, connector).flatMap((id) => document.get(id) ?? [])
    const isMeant = (binding: BoardRecord): boolean => set.has(getTarget(binding) ?? connector)
    if (set.has(connector) || bindings.some(isMeant)) found.set(connector, bindings)
  }
  // For a large part of the board it is quicker to go through what is bound than through what is in the set.
  const isLarge = set.size * 4 > document.size
  for (const id of isLarge ? document.targets() : set)
    for (const binding of document.getBindings(id)) look(binding)
  return found
}

/** Connectors of which a move of many takes along one end and not the other: they are drawn anew, others go along as they are. */
export function listBentConnectors(document: DocumentView, moves: readonly Move[]): Set<RecordId> {
  const [first] = moves
  const all = new Set<RecordId>()
  let count = 0
  for (const { ids } of moves) {
    count += ids.length
    for (const id of ids) all.add(id)
  }
  const isOneMove = moves.every(({ dx, dy }) => dx === first?.dx && dy === first.dy) && all.size === count
  const bent = new Set<RecordId>()
  for (const moved of isOneMove ? [all] : moves.map(({ ids }) => new Set(ids))) {
    for (const [connector, bindings] of listConnectors(document, moved)) {
      const goesAlong =
        moved.has(connector) && bindings.every((binding) => moved.has(getTarget(binding) ?? ''))
      if (!goesAlong) bent.add(connector)
    }
  }
  return bent
}

/** The connector a binding belongs to. */
export function getConnector(binding: BoardRecord | undefined): RecordId | undefined {
  return binding?.parent ?? undefined
}

/** Bindings that hold the ends of this connector. */
export function listHeldBy(document: DocumentView, connector: RecordId): RecordId[] {
  return document.getBindings(connector).filter((id) => getConnector(document.get(id)) === connector)
}

/** The element a binding holds on to. */
export function getTarget(binding: BoardRecord | undefined): RecordId | undefined {
  const id = binding?.['target']
  return typeof id === 'string' ? id : undefined
}

/** Its containers from the nearest outwards, the page last; stops at a cycle or a missing parent. */
export function getAncestors(document: DocumentView, id: RecordId): RecordId[] {
  const found: RecordId[] = []
  for (let parent = document.get(id)?.parent ?? null; parent !== null;) {
    if (found.includes(parent)) break
    const record = document.get(parent)
    if (!record) break
    found.push(parent)
    parent = record.parent
  }
  return found
}

/** The page it is on; a page is on itself. */
export function getPage(document: DocumentView, id: RecordId): RecordId | undefined {
  const record = document.get(id)
  if (!record) return undefined
  return record.parent === null ? id : getAncestors(document, id).at(-1)
}

/** Everything inside these containers and they themselves, each once, in order of painting within each. */
export function withDescendants(document: DocumentView, ids: Iterable<RecordId>): RecordId[] {
  const found = new Set<RecordId>()
  const walk = (id: RecordId): void => {
    if (found.has(id)) return
    found.add(id)
    for (const child of document.childIds(id)) walk(child)
  }
  for (const id of ids) walk(id)
  return [...found]
}

/** Those of the ids that are not inside another of them. */
export function topmost(document: DocumentView, ids: Iterable<RecordId>): RecordId[] {
  const all = new Set(ids)
  /** Whether a container or one around it is among them: siblings share the answer. */
  const within = new Map<RecordId, boolean>()
  const isWithin = (container: RecordId): boolean => {
    let answer = within.get(container)
    if (answer === undefined) {
      answer = [container, ...getAncestors(document, container)].some((id) => all.has(id))
      within.set(container, answer)
    }
    return answer
  }
  return [...all].filter((id) => {
    const parent = document.get(id)?.parent ?? null
    return parent === null || !isWithin(parent)
  })
}

/** Order of painting: below is negative. A container is below its contents. */
export function comparePainting(document: DocumentView, a: RecordId, b: RecordId): number {
  if (a === b) return 0
  const pathA = [...getAncestors(document, a).reverse(), a]
  const pathB = [...getAncestors(document, b).reverse(), b]
  for (let i = 0; i < Math.min(pathA.length, pathB.length); i++) {
    const idA = pathA[i]!
    const idB = pathB[i]!
    if (idA === idB) continue
    const zA = document.get(idA)?.z ?? ''
    const zB = document.get(idB)?.z ?? ''
    if (zA !== zB) return zA < zB ? -1 : 1
    return idA < idB ? -1 : 1
  }
  return pathA.length - pathB.length
}

/** Sorted from the lowest to the highest. */
export function inPaintingOrder(document: DocumentView, ids: Iterable<RecordId>): RecordId[] {
  return [...ids].sort((a, b) => comparePainting(document, a, b))
}

/**
 * Where the held ends of a connector are drawn now, as fields of its own: what it keeps when it lets go of its
 * targets, or leaves without them.
 */
export function releasedFields(document: DocumentView, shapes: Shapes, id: RecordId): Fields {
  const connector = document.get(id)
  const release = connector && shapes.schema(connector.kind)?.release
  if (!release) return {}
  let current: BoardRecord = connector
  let fields: Fields = {}
  for (const bindingId of listHeldBy(document, id)) {
    const binding = document.get(bindingId)
    if (!isBinding(binding)) continue
    const kept = release(current, binding.end, document)
    fields = { ...fields, ...kept }
    current = { ...current, ...kept }
  }
  return fields
}

/** Elements behind a selection: groups stand for what is in them, frames for themselves. At most the first `most`. */
export function getElements(
  document: DocumentView,
  shapes: Shapes,
  ids: Iterable<RecordId>,
  most = Infinity,
): ElementRecord[] {
  const found = new Map<RecordId, ElementRecord>()
  const walk = (id: RecordId): void => {
    if (found.size >= most) return
    const record = document.get(id)
    if (isElement(record, shapes)) found.set(id, record)
    else if (getContainer(record, shapes) === 'group') for (const child of document.childIds(id)) walk(child)
  }
  for (const id of ids) {
    if (found.size >= most) break
    walk(id)
  }
  return [...found.values()]
}

/** Locked itself, or inside a locked group; a locked frame leaves what is in it free. */
export function isLocked(document: DocumentView, shapes: Shapes, id: RecordId): boolean {
  return getLocked(document, shapes)(document.still(id))
}

/** `isLocked` for many on a board that stands still: what stands in one container is asked about once. */
export function getLocked(
  document: DocumentView,
  shapes: Shapes,
): (record: BoardRecord | undefined) => boolean {
  const held = (record: BoardRecord | undefined): boolean => typeof record?.['lock'] === 'string'
  const answers = new Map<RecordId, boolean>()
  const isClosed = (container: RecordId): boolean => {
    let answer = answers.get(container)
    if (answer === undefined) {
      answer = [container, ...getAncestors(document, container)].some((id) => {
        const record = document.get(id)
        return held(record) && getContainer(record, shapes) === 'group'
      })
      answers.set(container, answer)
    }
    return answer
  }
  return (record) => {
    const parent = record?.parent ?? null
    return held(record) || (parent !== null && isClosed(parent))
  }
}
