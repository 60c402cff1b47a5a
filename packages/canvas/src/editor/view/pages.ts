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
  /** The user changed pages. */
  readonly onNavigate: () => void
}

export type Pages = ReturnType<typeof createPages>

/** The current page. There is one as soon as the board has pages. */
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
      const isRemoved = now === null || document.get(now) === undefined
      const first = list.peek()[0]
      if (isRemoved && first) open(first.id)
      else if (isRemoved) current.value = null
      const page = current.peek()
      empty.value = page === null || scene.index(page).size === 0
    })
  const stop = document.observe((change) => {
    const page = current.peek()
    // Only changes of pages, and of the first or last element of the current page, matter here. The spatial
    // index tells the latter; listing children would sort them, which is slow while a large board loads.
    if (change.whole || page === null || (scene.index(page).size === 0) !== empty.peek()) return settle()
    for (const id of change.rest) if ((document.get(id)?.parent ?? null) === null) return settle()
  })
  settle()

  return {
    current: current as ReadonlySignal<RecordId | null>,
    list: list as ReadonlySignal<readonly PageEntry[]>,
    /** The current page has no elements. */
    empty: empty as ReadonlySignal<boolean>,
    open(id: RecordId): void {
      if (id !== current.peek()) onNavigate()
      open(id)
    },
    /** Opens the page of the followed user. */
    follow: open,
    getPage: (id: RecordId): RecordId | undefined => getPage(document, id),
    dispose: stop,
  }
}
