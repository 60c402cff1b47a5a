import { computed, signal, type ReadonlySignal } from '@preact/signals-core'
import type { BoardChange, LiveDocument, RecordId } from '../../document/model/record.ts'
import { intersects, type Box } from '../../geometry/box.ts'
import type { Outline } from '../../shape.ts'
import type { BoardView } from '../board-view.ts'
import type { Clock } from '../clock.ts'
import type { OthersMark, Overlay, SelectionFrame, ToolOverlay, Trail } from './overlay.ts'
import { getAncestors, getElements } from './relations.ts'
import { selectionFrame } from './selection-frame.ts'

/** More outlines than this on view say nothing and cost a frame; the frame around them stays. */
const outlineLimit = 200
/** Looking through more selected elements than this at every step of the camera would cost the frame. */
const outlineSearchLimit = 2_000

export interface OverlayParts {
  readonly view: BoardView
  /** The board as it is seen. */
  readonly drawn: LiveDocument
  readonly selection: ReadonlySignal<readonly RecordId[]>
  readonly isSelected: (id: RecordId) => boolean
  readonly clock: Clock
  readonly hovered: ReadonlySignal<RecordId | null>
  readonly tool: ReadonlySignal<ToolOverlay | null>
  readonly typing: ReadonlySignal<unknown>
  readonly visible: ReadonlySignal<Box>
  readonly grid: ReadonlySignal<number | null>
  readonly others: ReadonlySignal<readonly OthersMark[]>
  readonly trails: ReadonlySignal<readonly Trail[]>
  readonly ownColour: number
}

/** What is drawn over the page, computed from selection, hover, tool and people. */
export function createOverlayModel(parts: OverlayParts): {
  readonly overlay: ReadonlySignal<Overlay>
  readonly frame: ReadonlySignal<SelectionFrame | null>
  dispose(): void
} {
  const { view } = parts
  const getOutline = (id: RecordId | undefined | null): Outline | null =>
    id ? (view.scene.getOutline(id) ?? null) : null

  /** Raised when anything drawn changed, and when anything selected did: a full board must not cost a selection. */
  const anyRevision = signal(0)
  const selectedRevision = signal(0)
  const stop = parts.drawn.observe((change) => {
    anyRevision.value++
    if (!concerns(change, parts.isSelected, view)) return
    const isSmall = parts.selection.peek().length <= outlineSearchLimit
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
    return parts.selection.value.length === 0 ? null : selectionFrame(view)
  })
  const outlines = computed(() => {
    void selectedRevision.value
    return parts.selection.value.length === 0 ? [] : selectedOutlines(view, parts.visible.value)
  })
  const hovered = computed(() => {
    void anyRevision.value
    const id = parts.hovered.value
    void parts.selection.value
    return id !== null && !parts.isSelected(id) ? getOutline(id) : null
  })

  const overlay = computed((): Overlay => {
    const tool = parts.tool.value
    const own: Trail[] = tool?.trail ? [{ points: tool.trail, colour: parts.ownColour }] : []
    const hidden = tool?.hideFrame === true
    return {
      frame: hidden || parts.typing.value ? null : frame.value,
      outlines: hidden ? [] : outlines.value,
      hovered: hovered.value,
      marquee: tool?.marquee ?? null,
      guides: tool?.guides ?? [],
      bindTarget: bindMark(tool, getOutline),
      dropTarget: getOutline(tool?.dropTarget),
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

function bindMark(
  tool: ToolOverlay | null,
  getOutline: (id: RecordId) => Outline | null,
): Overlay['bindTarget'] {
  const outline = tool?.bindTarget ? getOutline(tool.bindTarget.id) : null
  return outline && tool?.bindTarget ? { outline, at: tool.bindTarget.at } : null
}

function selectedOutlines(view: BoardView, visible: Box): Outline[] {
  const records = getElements(view.scene.view.document, view.shapes, view.selected, outlineSearchLimit + 1)
  if (records.length > outlineSearchLimit) return []
  const seen: Outline[] = []
  for (const { id } of records) {
    const bounds = view.scene.getBounds(id)
    if (!bounds || !intersects(bounds, visible)) continue
    const outline = view.scene.getOutline(id)
    if (outline) seen.push(outline)
    if (seen.length > outlineLimit) return []
  }
  return seen
}
