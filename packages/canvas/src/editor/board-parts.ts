import { computed, signal, type ReadonlySignal } from '@preact/signals-core'
import type { RecordId } from '../document/model/record.ts'
import type { BoardEvent } from './board-event.ts'
import { ownClock } from './clock.ts'
import type { EditorOptions } from './editor-options.ts'
import type { Tool } from './tool.ts'
import { createStyles } from './actions/styles.ts'
import { Camera } from './view/camera.ts'
import { DrawnDocument } from './view/drawn-document.ts'
import type { ToolOverlay } from './view/overlay.ts'
import { createPages } from './view/pages.ts'
import { createShapes } from './view/relations.ts'
import { Scene } from './view/scene.ts'
import { createSelection } from './view/selection.ts'
import { createSnapping } from './view/snapping.ts'

/** Page units between grid lines. */
const gridSpacing = 20

export type BoardParts = ReturnType<typeof createBoardParts>

/** The read side of the editor: document, scene, camera, selection, pages and styles. */
export function createBoardParts(options: EditorOptions) {
  const { replica } = options
  const clock = ownClock(options.clock)
  const shapes = createShapes(options.shapes, options.schemas)
  const drawn = new DrawnDocument(replica.document)
  const scene = new Scene(drawn, shapes, options.measure)
  /** Key of the person whose viewport is followed; any own navigation ends it. */
  const following = signal<string | null>(null)
  const onNavigate = () => void (following.value = null)
  const { cameras: store, reducedMotion } = options
  const camera = new Camera({ clock, store, reducedMotion, onNavigate })
  const selection = createSelection(replica.document, shapes)
  const pages = createPages({ document: replica.document, camera, scene, selection, onNavigate })
  const gridShown = signal(false)
  const snapOn = signal(true)
  const grid = computed(() => (gridShown.value ? gridSpacing : null))
  const activeTool = signal<Tool | undefined>(undefined)
  const styles = createStyles({
    names: options.styleNames,
    shapes,
    drawn,
    clock,
    selection: selection.ids,
    makes: computed(() => activeTool.value?.creates),
    store: options.styleStore,
  })
  const snapping = createSnapping(scene, {
    on: () => snapOn.peek(),
    grid: () => grid.peek(),
    unit: () => 1 / camera.state.peek().zoom,
    visible: () => camera.visible.peek(),
    counts: (id) => shapes.get(replica.document.get(id)?.kind ?? '')?.schema.facets.connects !== true,
  })
  return {
    clock,
    shapes,
    drawn,
    scene,
    following,
    camera,
    selection,
    pages,
    gridShown,
    snapOn,
    grid,
    activeTool,
    styles,
    snapping,
    hovered: signal<RecordId | null>(null),
    cropping: createCropping(selection.ids),
    cursor: signal('default'),
    /** Hides selection marks while styles are chosen, so that they do not cover the element. */
    marksHidden: signal(false),
    toolOverlay: signal<ToolOverlay | null>(null),
  }
}

/** The element whose visible part is being chosen, as long as it is the only selected one. */
function createCropping(selection: ReadonlySignal<readonly RecordId[]>) {
  const chosen = signal<RecordId | null>(null)
  const current = computed(() => {
    const [only, more] = selection.value
    return only !== undefined && more === undefined && only === chosen.value ? only : null
  })
  return { current, set: (id: RecordId | null) => void (chosen.value = id) }
}

/** Event emitter for the interface around the board. */
export class BoardEvents {
  readonly #listeners = new Set<(event: BoardEvent) => void>()

  emit = (event: BoardEvent): void => {
    for (const listener of [...this.#listeners]) listener(event)
  }

  observe = (listener: (event: BoardEvent) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  clear(): void {
    this.#listeners.clear()
  }
}
