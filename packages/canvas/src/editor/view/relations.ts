import type { Fields } from '../../document/model/change.ts'
import { isBinding } from '../../document/kinds/binding.ts'
import type { BoardRecord, DocumentView, ElementRecord, Move, RecordId } from '../../document/model/record.ts'
import type { ShapeDefinition, ShapeSchema } from '../../shape.ts'

/** The shapes by kind. The editor has no other knowledge of shapes. */
export interface Shapes {
  /** Kinds that are drawn. */
  readonly drawn: ReadonlyMap<string, ShapeDefinition>
  get(kind: string): ShapeDefinition | undefined
  /** Schema of any kind, including those that are not drawn. */
  schema(kind: string): ShapeSchema | undefined
  /** The kind of plain containers of this type. */
  containerKind(sort: 'page' | 'group'): string
}

/** `schemas` contains all kinds, with the parts that only the server-safe list has. */
export function createShapes(drawn: readonly ShapeDefinition[], schemas: readonly ShapeSchema[]): Shapes {
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

/** Connectors attached to one of these elements; they are redrawn when a target changes. */
export function listAttachedConnectors(document: DocumentView, ids: Iterable<RecordId>): Set<RecordId> {
  const found = new Set<RecordId>()
  for (const id of ids) {
    for (const bindingId of document.getBindings(id)) {
      const connector = getConnector(document.get(bindingId))
      if (connector !== undefined && connector !== id) found.add(connector)
    }
  }
  return found
}

/** Connectors in the set or attached to its elements, each with its bindings. */
export function listConnectors(
  document: DocumentView,
  set: ReadonlySet<RecordId>,
): Map<RecordId, readonly BoardRecord[]> {
  const found = new Map<RecordId, readonly BoardRecord[]>()
  const collect = (bindingId: RecordId): void => {
    const connector = getConnector(document.get(bindingId))
    if (connector === undefined || found.has(connector)) return
    const bindings = listConnectorBindings(document, connector).flatMap((id) => document.get(id) ?? [])
    const isMeant = (binding: BoardRecord): boolean => set.has(getTarget(binding) ?? connector)
    if (set.has(connector) || bindings.some(isMeant)) found.set(connector, bindings)
  }
  // For a large part of the board, iterating over all binding targets is faster.
  const isLarge = set.size * 4 > document.size
  for (const id of isLarge ? document.targets() : set)
    for (const binding of document.getBindings(id)) collect(binding)
  return found
}

/** Connectors with only one end in a large move; they are rerouted, others move unchanged. */
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

/** The connector of a binding. */
export function getConnector(binding: BoardRecord | undefined): RecordId | undefined {
  return binding?.parent ?? undefined
}

/** Bindings of this connector. */
export function listConnectorBindings(document: DocumentView, connector: RecordId): RecordId[] {
  return document.getBindings(connector).filter((id) => getConnector(document.get(id)) === connector)
}

/** The target element of a binding. */
export function getTarget(binding: BoardRecord | undefined): RecordId | undefined {
  const id = binding?.['target']
  return typeof id === 'string' ? id : undefined
}

/** Ancestors from the nearest to the page; stops at a cycle or a missing parent. */
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

/** The page of a record; a page is its own page. */
export function getPage(document: DocumentView, id: RecordId): RecordId | undefined {
  const record = document.get(id)
  if (!record) return undefined
  return record.parent === null ? id : getAncestors(document, id).at(-1)
}

/** These records and all their descendants, without duplicates, each level in stacking order. */
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

/** The ids that are not descendants of others in the list. */
export function listOutermost(document: DocumentView, ids: Iterable<RecordId>): RecordId[] {
  const all = new Set(ids)
  /** Cached per container: whether it or an ancestor is in the list. */
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

/** Stacking order: negative if `a` is below. A container is below its contents. */
export function compareStacking(document: DocumentView, a: RecordId, b: RecordId): number {
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

/** Sorted from bottom to top. */
export function sortByStacking(document: DocumentView, ids: Iterable<RecordId>): RecordId[] {
  return [...ids].sort((a, b) => compareStacking(document, a, b))
}

/** Fields that keep a connector where it is drawn when its bindings are removed. */
export function getDetachedFields(document: DocumentView, shapes: Shapes, id: RecordId): Fields {
  const connector = document.get(id)
  const release = connector && shapes.schema(connector.kind)?.release
  if (!release) return {}
  let current: BoardRecord = connector
  let fields: Fields = {}
  for (const bindingId of listConnectorBindings(document, id)) {
    const binding = document.get(bindingId)
    if (!isBinding(binding)) continue
    const released = release(current, binding.end, document)
    fields = { ...fields, ...released }
    current = { ...current, ...released }
  }
  return fields
}

/** Elements of a selection: groups are replaced by their contents, frames are kept. At most the first `most`. */
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

/** Locked itself or by an enclosing group. A locked frame does not lock its contents. */
export function isLocked(document: DocumentView, shapes: Shapes, id: RecordId): boolean {
  return getLocked(document, shapes)(document.getUnmoved(id))
}

/** `isLocked` for many records of an unchanging board; cached per container. */
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
