import { computed, signal } from '@preact/signals-core'
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
import { listShapes } from './view/relations.ts'
import { Scene } from './view/scene.ts'
import { createSelection } from './view/selection.ts'
import { createSnapping } from './view/snapping.ts'

/** Page units between the lines of the grid. */
const gridSpacing = 20

export type BoardParts = ReturnType<typeof createBoardParts>

/** The board as it is seen and looked at: what everything else of the editor reads. */
export function createBoardParts(options: EditorOptions) {
  const { replica } = options
  const clock = ownClock(options.clock)
  const shapes = listShapes(options.shapes, options.schemas)
  const drawn = new DrawnDocument(replica.document)
  const scene = new Scene(drawn, shapes, options.measure)
  /** Whose view is shared; any navigation of one's own ends it. */
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
    cursor: signal('default'),
    /** The looks of what is selected are being chosen: no line of ours may lie beside it. */
    marksHidden: signal(false),
    toolOverlay: signal<ToolOverlay | null>(null),
  }
}

/** What happens on the board, for the screen around it. */
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
