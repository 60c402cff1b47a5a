import { batch, signal, type ReadonlySignal } from '@preact/signals-core'
import type { LiveDocument, RecordId } from '../../document/model/record.ts'
import type { Camera } from './camera.ts'
import { getPage } from './relations.ts'
import type { Scene } from './scene.ts'
import type { Selection } from './selection.ts'

export interface PageEntry {
  readonly id: RecordId
  readonly name: string
}

export interface PagesParts {
  readonly document: LiveDocument
  readonly camera: Camera
  readonly scene: Scene
  readonly selection: Selection
  /** The person went to another page themselves. */
  readonly onNavigate: () => void
}

export type Pages = ReturnType<typeof createPages>

/** Which page is on view. There is one as soon as the board has any. */
export function createPages({ document, camera, scene, selection, onNavigate }: PagesParts) {
  const current = signal<RecordId | null>(null)
  const list = signal<readonly PageEntry[]>([])
  const empty = signal(true)

  const read = (): void => {
    const entries = document
      .childIds(null)
      .map((id) => ({ id, name: String(document.get(id)?.['name'] ?? '') }))
    const before = list.peek()
    const same =
      entries.length === before.length &&
      entries.every((entry, i) => entry.id === before[i]!.id && entry.name === before[i]!.name)
    if (!same) list.value = entries
  }
  const open = (id: RecordId): void => {
    if (id === current.peek() || !document.get(id)) return
    batch(() => {
      selection.set([])
      selection.enter(null)
      current.value = id
      camera.open(id, scene.extent(id))
      empty.value = scene.index(id).size === 0
    })
  }
  const settle = (): void =>
    batch(() => {
      read()
      const now = current.peek()
      const gone = now === null || document.get(now) === undefined
      const first = list.peek()[0]
      if (gone && first) open(first.id)
      else if (gone) current.value = null
      const page = current.peek()
      empty.value = page === null || scene.index(page).size === 0
    })
  const stop = document.observe((change) => {
    const page = current.peek()
    // Only pages themselves, and the first or last element of this one, matter here. The index is asked for the
    // latter: listing a page's children sorts them, which is dear while a large board arrives.
    if (change.whole || page === null || (scene.index(page).size === 0) !== empty.peek()) return settle()
    for (const id of change.rest) if ((document.get(id)?.parent ?? null) === null) return settle()
  })
  settle()

  return {
    current: current as ReadonlySignal<RecordId | null>,
    list: list as ReadonlySignal<readonly PageEntry[]>,
    /** Nothing at all on the page on view. */
    empty: empty as ReadonlySignal<boolean>,
    open(id: RecordId): void {
      if (id !== current.peek()) onNavigate()
      open(id)
    },
    /** Opens the page on which somebody else looks around. */
    follow: open,
    getPage: (id: RecordId): RecordId | undefined => getPage(document, id),
    dispose: stop,
  }
}
