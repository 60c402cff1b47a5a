import { computed, signal, type ReadonlySignal } from '@preact/signals-core'
import type { BoardChange, LiveDocument, RecordId } from '../../document/model/record.ts'
import { intersects, type Box } from '../../geometry/box.ts'
import type { BoardView } from '../board-view.ts'
import type { Clock } from '../clock.ts'
import type { PointerDevice } from '../input-events.ts'
import type { Edge, RemoteOverlay, Overlay, SelectionFrame, ToolOverlay, LaserTrail } from './overlay.ts'
import { getAncestors, getElements } from './relations.ts'
import { selectionFrame } from './selection-frame.ts'

/** More edges than this on view say nothing and cost a frame; the frame around them stays. */
const edgeLimit = 200
/** Looking through more selected elements than this at every step of the camera would cost the frame. */
const edgeSearchLimit = 2_000

export interface OverlayParts {
  readonly view: BoardView
  /** The board as it is seen. */
  readonly drawn: LiveDocument
  readonly selection: ReadonlySignal<readonly RecordId[]>
  readonly isSelected: (id: RecordId) => boolean
  readonly clock: Clock
  readonly hovered: ReadonlySignal<RecordId | null>
  readonly tool: ReadonlySignal<ToolOverlay | null>
  /** What pointed last. */
  readonly device: ReadonlySignal<PointerDevice>
  /** What is selected is shown as it is: its looks are being chosen. */
  readonly hidden: ReadonlySignal<boolean>
  readonly typing: ReadonlySignal<unknown>
  readonly visible: ReadonlySignal<Box>
  readonly grid: ReadonlySignal<number | null>
  readonly others: ReadonlySignal<readonly RemoteOverlay[]>
  readonly trails: ReadonlySignal<readonly LaserTrail[]>
  readonly ownColour: number
}

/** What is drawn over the page, computed from selection, hover, tool and people. */
export function createOverlayModel(parts: OverlayParts): {
  readonly overlay: ReadonlySignal<Overlay>
  readonly frame: ReadonlySignal<SelectionFrame | null>
  dispose(): void
} {
  const { view } = parts
  const getEdge = (id: RecordId | undefined | null): Edge | null =>
    id ? (view.scene.getEdge(id) ?? null) : null

  /** Raised when anything drawn changed, and when anything selected did: a full board must not cost a selection. */
  const anyRevision = signal(0)
  const selectedRevision = signal(0)
  const stop = parts.drawn.observe((change) => {
    anyRevision.value++
    if (!concerns(change, parts.isSelected, view)) return
    const isSmall = parts.selection.peek().length <= edgeSearchLimit
    if (isSmall || change.moves.length > 0) selectedRevision.value++
    else lookLater()
  })
  /** Others may change something of a large selection many times a frame, and framing it takes a millisecond each time. */
  let isWaiting = false
  const lookLater = (): void => {
    if (isWaiting) return
    isWaiting = true
    parts.clock.frame(() => {
      isWaiting = false
      selectedRevision.value++
    })
  }

  const frame = computed(() => {
    void selectedRevision.value
    return parts.selection.value.length === 0 ? null : selectionFrame(view, parts.device.value)
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
      marquee: tool?.marquee ?? null,
      guides: tool?.guides ?? [],
      bindTarget: bindMark(tool, getEdge),
      dropTarget: getEdge(tool?.dropTarget),
      readout: tool?.readout ?? null,
      trails: [...parts.trails.value, ...own],
      others: parts.others.value,
      grid: parts.grid.value,
    }
  })
  return { overlay, frame, dispose: stop }
}

/** Is something selected, or in something selected, among what changed? A move of many is taken to be. */
function concerns(change: BoardChange, isSelected: (id: RecordId) => boolean, view: BoardView): boolean {
  if (change.whole || change.moves.length > 0) return true
  for (const id of change.rest) {
    // What has gone no longer tells what it was in.
    if (isSelected(id) || !view.document.get(id)) return true
    if (getAncestors(view.document, id).some(isSelected)) return true
  }
  return false
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
