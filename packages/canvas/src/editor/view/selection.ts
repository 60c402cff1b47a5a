import { batch, signal, type ReadonlySignal } from '@preact/signals-core'
import type { DocumentView, LiveDocument, RecordId } from '../../document/model/record.ts'
import { getAncestors, getContainer, listOutermost, type Shapes } from './relations.ts'

export type Selection = ReturnType<typeof createSelection>

/** The selection of this tab, in the order of selecting. */
export function createSelection(document: LiveDocument, shapes: Shapes) {
  const ids = signal<readonly RecordId[]>([])
  const insideGroup = signal<RecordId | null>(null)

  let now: SelectionContents = { list: [], members: new Set() }
  let isWalking = false
  const take = (chosen: SelectionContents): void => {
    now = chosen
    ids.value = chosen.list
  }

  const choose = (next: Iterable<RecordId>): void => {
    const chosen = listSiblings(document, next) ?? findTopmost(document, next)
    const known = chosen.list
    const before = ids.peek()
    if (known.length === before.length && known.every((id, i) => id === before[i])) return
    batch(() => {
      take(chosen)
      const group = insideGroup.peek()
      if (group !== null && !known.every((id) => getAncestors(document, id).includes(group)))
        insideGroup.value = null
    })
  }
  const stop = document.observe((change) => {
    const group = insideGroup.peek()
    if (group !== null && !document.get(group)) insideGroup.value = null
    const isRemoved = (id: RecordId): boolean => document.get(id) === undefined
    // Moves remove nothing, and removed records are seldom selected; only then is the selection searched.
    const { members } = now
    for (const id of change.whole ? members : change.rest) {
      if (!members.has(id)) continue
      now = { list: now.list, members }
      if (!isRemoved(id)) continue
      const list = ids.peek().filter((selected) => !isRemoved(selected))
      return take({ list, members: new Set(list) })
    }
  })

  return {
    ids: ids as ReadonlySignal<readonly RecordId[]>,
    insideGroup: insideGroup as ReadonlySignal<RecordId | null>,
    has: (id: RecordId): boolean => now.members.has(id),
    get chosen(): SelectionContents {
      return now
    },
    set(next: Iterable<RecordId>): void {
      isWalking = false
      choose(next)
    },
    /** Selects as a step from element to element by keys. */
    walkTo(next: readonly RecordId[]): void {
      choose(next)
      isWalking = true
    },
    /** The selection comes from `walkTo`, and nothing has been done with it yet. */
    get isWalking(): boolean {
      return isWalking && ids.peek().length > 0
    },
    endWalk(): void {
      isWalking = false
    },
    /** Enters a group: clicks select its members instead of the whole. */
    enter(group: RecordId | null): void {
      insideGroup.value = group
    },
    /** The target of a click on this element: its outermost group that was not entered. */
    getClickTarget: (id: RecordId): RecordId => getSelectionTarget(document, shapes, id, insideGroup.peek()),
    dispose: stop,
  }
}

/** The selection with a summary, so that callers need not iterate over a hundred thousand elements. */
export interface SelectionContents {
  readonly list: readonly RecordId[]
  readonly members: ReadonlySet<RecordId>
  /** Known if all elements have one parent, until one of them changes other than by a large move. */
  readonly summary?: SelectionSummary | undefined
}

export interface SelectionSummary {
  readonly parent: RecordId
  readonly kinds: ReadonlySet<string>
  readonly hasLocks: boolean
}

function findTopmost(document: DocumentView, next: Iterable<RecordId>): SelectionContents {
  const list = listOutermost(document, next).filter((id) => document.get(id) !== undefined)
  return { list, members: new Set(list) }
}

/** The given ids, if all exist and have one parent, so that none is inside another. */
function listSiblings(document: LiveDocument, next: Iterable<RecordId>): SelectionContents | undefined {
  const list = Array.isArray(next) ? (next as readonly RecordId[]) : [...next]
  const parent = document.getUnmoved(list[0] ?? '')?.parent
  if (typeof parent !== 'string') return undefined
  const kinds = new Set<string>()
  let hasLocks = false
  let areSiblings = true
  document.each(list, (record) => {
    if (!record || record.parent !== parent) areSiblings = false
    else {
      kinds.add(record.kind)
      hasLocks ||= record['lock'] !== undefined
    }
  })
  if (!areSiblings) return undefined
  const members = new Set(list)
  return members.size === list.length ? { list, members, summary: { parent, kinds, hasLocks } } : undefined
}

export function getSelectionTarget(
  document: DocumentView,
  shapes: Shapes,
  id: RecordId,
  insideGroup: RecordId | null,
): RecordId {
  const path = getAncestors(document, id)
  const open = insideGroup !== null && path.includes(insideGroup)
  const below = open ? path.slice(0, path.indexOf(insideGroup)) : path
  const groups = below.filter((ancestor) => getContainer(document.get(ancestor), shapes) === 'group')
  return groups.at(-1) ?? id
}
