import { batch, signal, type ReadonlySignal } from '@preact/signals-core'
import type { DocumentView, LiveDocument, RecordId } from '../document/record.ts'
import { ancestorsOf, containerOf, topmost, type Shapes } from './relations.ts'

export type Selection = ReturnType<typeof createSelection>

/** What is selected on this screen, in the order it was picked. */
export function createSelection(document: LiveDocument, shapes: Shapes) {
  const ids = signal<readonly RecordId[]>([])
  const insideGroup = signal<RecordId | null>(null)

  const set = (next: Iterable<RecordId>): void => {
    const known = topmost(document, next).filter((id) => document.get(id) !== undefined)
    const before = ids.peek()
    if (known.length === before.length && known.every((id, i) => id === before[i])) return
    batch(() => {
      ids.value = known
      const group = insideGroup.peek()
      if (group !== null && !known.every((id) => ancestorsOf(document, id).includes(group)))
        insideGroup.value = null
    })
  }
  const stop = document.observe((change) => {
    const gone = (id: RecordId): boolean =>
      (change.whole || change.ids.has(id)) && document.get(id) === undefined
    const group = insideGroup.peek()
    if (group !== null && gone(group)) insideGroup.value = null
    if (ids.peek().some(gone)) ids.value = ids.peek().filter((id) => !gone(id))
  })

  return {
    ids: ids as ReadonlySignal<readonly RecordId[]>,
    insideGroup: insideGroup as ReadonlySignal<RecordId | null>,
    set,
    /** Works inside this group from now on: a click takes its parts, not the whole. */
    enter(group: RecordId | null): void {
      insideGroup.value = group
    },
    /** What a click on this element means: the outermost group around it that is not being worked in. */
    pick: (id: RecordId): RecordId => pickFor(document, shapes, id, insideGroup.peek()),
    dispose: stop,
  }
}

export function pickFor(
  document: DocumentView,
  shapes: Shapes,
  id: RecordId,
  insideGroup: RecordId | null,
): RecordId {
  const path = ancestorsOf(document, id)
  const open = insideGroup !== null && path.includes(insideGroup)
  const below = open ? path.slice(0, path.indexOf(insideGroup)) : path
  const groups = below.filter((ancestor) => containerOf(document.get(ancestor), shapes) === 'group')
  return groups.at(-1) ?? id
}
