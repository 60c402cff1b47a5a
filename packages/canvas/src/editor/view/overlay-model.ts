import { computed, signal, type ReadonlySignal } from '@preact/signals-core'
import type { BoardChange, LiveDocument, RecordId } from '../../document/model/record.ts'
import { intersects, type Box } from '../../geometry/box.ts'
import type { BoardView } from '../board-view.ts'
import type { Clock } from '../clock.ts'
import type { PointerDevice } from '../input-events.ts'
import { getConnectBox } from './connect-handles.ts'
import type {
  ConnectHandles,
  Edge,
  RemoteOverlay,
  Overlay,
  SelectionFrame,
  ToolOverlay,
  LaserTrail,
} from './overlay.ts'
import { getAncestors, getElements } from './relations.ts'
import { createSelectionFrame } from './selection-frame.ts'

/** With more edges than this only the selection frame is drawn. */
const edgeLimit = 200
/** Larger selections are not searched for visible edges, which would exceed the frame time. */
const edgeSearchLimit = 2_000

/** Elements to outline as matches of a search; `current` is an index, -1 for none. */
export interface FoundElements {
  readonly matches: readonly { readonly id: RecordId; readonly page: RecordId }[]
  readonly current: number
}

export interface OverlayParts {
  readonly view: BoardView
  /** The document with previews. */
  readonly drawn: LiveDocument
  readonly selection: ReadonlySignal<readonly RecordId[]>
  readonly isSelected: (id: RecordId) => boolean
  readonly clock: Clock
  readonly hovered: ReadonlySignal<RecordId | null>
  readonly tool: ReadonlySignal<ToolOverlay | null>
  /** Device of the last input. */
  readonly device: ReadonlySignal<PointerDevice>
  readonly cropping: ReadonlySignal<RecordId | null>
  /** Hides selection marks while styles are chosen. */
  readonly hidden: ReadonlySignal<boolean>
  readonly typing: ReadonlySignal<unknown>
  readonly visible: ReadonlySignal<Box>
  readonly grid: ReadonlySignal<number | null>
  /** The pointer is over the board. */
  readonly isPointed: ReadonlySignal<boolean>
  readonly find: ReadonlySignal<FoundElements>
  readonly others: ReadonlySignal<readonly RemoteOverlay[]>
  readonly trails: ReadonlySignal<readonly LaserTrail[]>
  readonly ownColour: number
}

/** Computes the overlay from selection, hover, tool and other users' presence. */
export function createOverlayModel(parts: OverlayParts): {
  readonly overlay: ReadonlySignal<Overlay>
  readonly frame: ReadonlySignal<SelectionFrame | null>
  dispose(): void
} {
  const { view } = parts
  const getEdge = (id: RecordId | undefined | null): Edge | null =>
    id ? (view.scene.getEdge(id) ?? null) : null

  /**
   * Separate revisions for any change and for changes of the selection, so that unrelated changes do not
   * recompute the selection frame.
   */
  const anyRevision = signal(0)
  const selectedRevision = signal(0)
  const stop = parts.drawn.observe((change) => {
    anyRevision.value++
    if (!concerns(change, parts.isSelected, view)) return
    const isSmall = parts.selection.peek().length <= edgeSearchLimit
    if (isSmall || change.moves.length > 0) selectedRevision.value++
    else scheduleUpdate()
  })
  /** Limits updates to one per frame: other users may change a large selection many times per frame. */
  let isWaiting = false
  const scheduleUpdate = (): void => {
    if (isWaiting) return
    isWaiting = true
    parts.clock.frame(() => {
      isWaiting = false
      selectedRevision.value++
    })
  }

  const frame = computed(() => {
    void selectedRevision.value
    void parts.cropping.value
    return parts.selection.value.length === 0 ? null : createSelectionFrame(view, parts.device.value)
  })
  const edges = computed(() => {
    void selectedRevision.value
    return parts.selection.value.length === 0 ? [] : listSelectedEdges(view, parts.visible.value)
  })
  const hovered = computed(() => {
    void anyRevision.value
    const id = parts.hovered.value
    void parts.selection.value
    return id !== null && !parts.isSelected(id) ? getEdge(id) : null
  })

  const found = computed(() => {
    if (parts.find.value.matches.length === 0) return noMatches
    void anyRevision.value
    return getFoundEdges(parts.find.value, view, parts.visible.value)
  })

  const connectHandles = computed((): ConnectHandles | null => {
    const shown = parts.tool.value?.connectHandles
    const device = parts.device.value
    const byTouch = device === 'touch' && frame.value?.connectsByTouch ? parts.selection.value[0] : undefined
    const id = device === 'touch' ? byTouch : parts.isPointed.value ? shown?.id : undefined
    if (id === undefined || parts.hidden.value) return null
    void [anyRevision.value, parts.visible.value]
    const box = getConnectBox(view, id)
    return box ? { box, device, over: shown?.id === id ? shown.over : null } : null
  })

  const overlay = computed((): Overlay => {
    const tool = parts.tool.value
    const own: LaserTrail[] = tool?.trail ? [{ points: tool.trail, colour: parts.ownColour }] : []
    const hidden = tool?.hideFrame === true
    const marksHidden = parts.hidden.value
    return {
      frame: hidden || parts.typing.value ? null : frame.value,
      marksHidden,
      edges: hidden || marksHidden ? [] : edges.value,
      hovered: hovered.value,
      ...found.value,
      marquee: tool?.marquee ?? null,
      guides: tool?.guides ?? [],
      gaps: tool?.gaps ?? [],
      bindTarget: bindMark(tool, getEdge),
      connectHandles:
        hidden || (parts.typing.value && parts.device.value === 'touch') ? null : connectHandles.value,
      dropTarget: getEdge(tool?.dropTarget),
      readout: tool?.readout ?? null,
      trails: [...parts.trails.value, ...own],
      others: parts.others.value,
      grid: parts.grid.value,
    }
  })
  return { overlay, frame, dispose: stop }
}

/** Whether the change affects a selected element or something inside one. Large moves are assumed to. */
function concerns(change: BoardChange, isSelected: (id: RecordId) => boolean, view: BoardView): boolean {
  if (change.whole || change.moves.length > 0) return true
  for (const id of change.rest) {
    // The container of a deleted record is unknown.
    if (isSelected(id) || !view.document.get(id)) return true
    if (getAncestors(view.document, id).some(isSelected)) return true
  }
  return false
}

const noMatches: Pick<Overlay, 'found' | 'foundCurrent'> = { found: [], foundCurrent: null }

/** Edges of the matching elements on view, at most `edgeLimit`. */
function getFoundEdges({ matches, current }: FoundElements, view: BoardView, visible: Box): typeof noMatches {
  const edges = new Map<RecordId, Edge>()
  const add = (id: RecordId): void => {
    const bounds = edges.has(id) ? undefined : view.scene.getBounds(id)
    const edge = bounds && intersects(bounds, visible) ? view.scene.getEdge(id) : undefined
    if (edge) edges.set(id, edge)
  }
  const match = matches[current]
  if (match?.page === view.page) add(match.id)
  for (const { id, page } of matches) {
    if (edges.size > edgeLimit) break
    if (page === view.page) add(id)
  }
  const foundCurrent = (match && edges.get(match.id)) ?? null
  return { found: [...edges.values()].filter((edge) => edge !== foundCurrent), foundCurrent }
}

function bindMark(tool: ToolOverlay | null, getEdge: (id: RecordId) => Edge | null): Overlay['bindTarget'] {
  const edge = tool?.bindTarget ? getEdge(tool.bindTarget.id) : null
  return edge && tool?.bindTarget ? { edge, at: tool.bindTarget.at } : null
}

function listSelectedEdges(view: BoardView, visible: Box): Edge[] {
  const records = getElements(view.scene.view.document, view.shapes, view.selected, edgeSearchLimit + 1)
  if (records.length > edgeSearchLimit) return []
  const seen: Edge[] = []
  for (const { id } of records) {
    const bounds = view.scene.getBounds(id)
    if (!bounds || !intersects(bounds, visible)) continue
    const edge = view.scene.getEdge(id)
    if (edge) seen.push(edge)
    if (seen.length > edgeLimit) return []
  }
  return seen
}
