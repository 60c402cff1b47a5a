import { createFrameTitle } from './changes/frame-title.ts'
import { batch } from '@preact/signals-core'
import type { Change } from '../document/model/change.ts'
import type { RecordId } from '../document/model/record.ts'
import type { Box } from '../geometry/box.ts'
import type { BoardEdit, BoardView, ClipboardActions } from './board-view.ts'
import type { TextFormat } from './actions/text-types.ts'
import { linkChanges } from './changes/link-changes.ts'
import { styleChanges, getStyle } from './changes/style-changes.ts'
import type { EditorParts } from './parts.ts'
import { summarizeChanges } from './reading/change-summary.ts'
import { emitRefusal, withAllRights } from './actions/dry-run.ts'
import { extend } from './extend.ts'
import { createRights } from './rights.ts'
import { getContainer, getElements, isElement, getPage } from './view/relations.ts'
import { toggleFormat } from './actions/text-formats.ts'

/** Repeated presses of a key within this time are one undo step. */
const burstMs = 1_000
/** Up to this many elements restored by undo are selected. */
const mostShown = 200
/** Larger changes are not searched for restored elements. */
const mostTouched = 2_000

export type BoardViewParts = Pick<
  EditorParts,
  | 'camera'
  | 'cropping'
  | 'frame'
  | 'frameTitle'
  | 'grid'
  | 'pages'
  | 'pointer'
  | 'random'
  | 'replica'
  | 'scene'
  | 'selection'
  | 'shapes'
  | 'styles'
  | 'text'
>

export type BoardEditParts = Pick<
  EditorParts,
  | 'camera'
  | 'clock'
  | 'cropping'
  | 'emit'
  | 'gridShown'
  | 'onRequest'
  | 'pages'
  | 'random'
  | 'replica'
  | 'runner'
  | 'selection'
  | 'shapes'
  | 'snapOn'
  | 'styles'
  | 'text'
>

/** Read access for tools and commands. Every property is computed when read. */
export function createBoardView(parts: BoardViewParts): BoardView {
  const { replica, selection, camera, pages } = parts
  return {
    document: replica.document,
    shapes: parts.shapes,
    scene: parts.scene,
    rights: createRights(replica, parts.shapes),
    get page() {
      return pages.current.peek() ?? ''
    },
    get selected() {
      return selection.ids.peek()
    },
    get chosen() {
      return selection.chosen
    },
    get isWalking() {
      return selection.isWalking
    },
    get insideGroup() {
      return selection.insideGroup.peek()
    },
    get frame() {
      return parts.frame().peek()
    },
    get camera() {
      return camera.state.peek()
    },
    get visible() {
      return camera.visible.peek()
    },
    get pointer() {
      const at = parts.pointer()
      return at && camera.toPage(at)
    },
    random: parts.random,
    getStyle: parts.styles.getStyle,
    createFrameTitle: () => createFrameTitle(parts, pages.current.peek() ?? ''),
    get grid() {
      return parts.grid.peek()
    },
    get cropping() {
      return parts.cropping.current.peek()
    },
    get editing() {
      return parts.text.typing.peek()?.id ?? null
    },
    get canUndo() {
      return replica.canUndo.peek()
    },
    get canRedo() {
      return replica.canRedo.peek()
    },
  }
}

/** Write access for commands. */
export function createBoardEdit(
  parts: BoardEditParts,
  view: BoardView,
  clipboard: ClipboardActions,
): BoardEdit {
  const { replica, random, selection, camera, text, styles } = parts
  let burst: { name: string; mark: string; atMs: number } | undefined
  let copiedStyle: Readonly<Record<string, unknown>> | undefined

  const applyMarked = (changes: readonly Change[], mark: string): boolean => {
    if (changes.length === 0) return false
    const summary = summarizeChanges(view, changes)
    const refusal = batch(() => replica.edit(changes, mark))
    selection.endWalk()
    if (refusal) parts.emit({ type: 'refused', refusal, tried: changes })
    else if (summary) parts.emit({ type: 'edited', how: 'edit', summary })
    return !refusal
  }
  /** Selects the elements that undo or redo has restored. */
  const follow = (touched: readonly RecordId[]): void => {
    const elements = getElements(view.document, parts.shapes, touched, 1)
    const first = elements[0] && getPage(view.document, elements[0].id)
    if (first !== undefined && first !== view.page) parts.pages.open(first)
  }
  const isOnBoard = (id: RecordId): boolean => isElementOrGroup(view, id)
  const announceStep = (how: 'undo' | 'redo', touched: readonly RecordId[]): void => {
    if (touched.length === 0) return
    const existing = touched.filter((id) => isOnBoard(id))
    const isOne = touched.length === 1 && existing.length === 1
    const record = isOne ? view.document.get(existing[0]!) : undefined
    const summary = { action: 'changed', count: existing.length || touched.length, record } as const
    parts.emit({ type: 'edited', how, summary })
  }
  const stepHistory = (how: 'undo' | 'redo', step: () => readonly RecordId[]): void =>
    batch(() => {
      parts.runner().cancel()
      text.stop()
      const touched = step()
      follow(touched)
      announceStep(how, touched)
      // Selecting restored elements helps only for short lists.
      if (selection.ids.peek().length > 0 || touched.length > mostTouched) return
      const back = touched.filter((id) => isOnBoard(id))
      if (back.length <= mostShown) selection.set(back)
    })

  const edit: BoardEdit = extend(view, {
    apply: (changes: readonly Change[]) => applyMarked(changes, random.id()),
    applyBurst(name: string, changes: readonly Change[]) {
      const atMs = parts.clock.now()
      const goesOn = burst?.name === name && atMs - burst.atMs < burstMs
      burst = { name, mark: goesOn && burst ? burst.mark : random.id(), atMs }
      return applyMarked(changes, burst.mark)
    },
    undo: () => stepHistory('undo', () => replica.undo()),
    redo: () => stepHistory('redo', () => replica.redo()),
    select: (ids: readonly RecordId[]) => selection.set(ids),
    walkTo: (ids: readonly RecordId[]) => selection.walkTo(ids),
    enterGroup: (id: RecordId | null) => selection.enter(id),
    editText: (id: RecordId) => void text.start(id, { type: 'all' }),
    setTool: (id: string) => parts.runner().set(id),
    toggleToolLock: () => parts.runner().toggleLock(),
    toggleGrid: () => void (parts.gridShown.value = !parts.gridShown.peek()),
    toggleSnapping: () => void (parts.snapOn.value = !parts.snapOn.peek()),
    setStyle(fields: Readonly<Record<string, unknown>>) {
      rememberStyle(parts, view, fields)
      const changes = styleChanges(view, view.selected, fields)
      if (changes.length > 0) return void edit.apply(changes)
      if (view.rights.canSuggest)
        emitRefusal(view, styleChanges(withAllRights(view), view.selected, fields), parts.emit)
    },
    panBy: (dx: number, dy: number) => camera.panBy(dx, dy),
    zoomBy: (factor: number) => camera.stepZoom(factor),
    zoomTo: (zoom: number) => camera.zoomTo(zoom),
    fit: (box: Box) => camera.fit(box),
    reveal(id: RecordId) {
      const bounds = view.scene.getBounds(id)
      if (bounds) camera.reveal(bounds)
    },
    goToPage: (id: RecordId) => parts.pages.open(id),
    formatText(format: TextFormat) {
      if (text.typing.peek()) text.control.peek()?.toggle(format)
      else
        toggleFormat(replica, getElements(view.document, parts.shapes, view.selected), parts.shapes, format)
    },
    setLink(href: string | null) {
      if (text.typing.peek()) return void text.control.peek()?.setLink(href)
      edit.apply(linkChanges(view, href))
    },
    crop: (id: RecordId | null) => parts.cropping.set(id),
    copyStyle() {
      const [first] = getElements(view.document, parts.shapes, view.selected)
      if (first) copiedStyle = getStyle(first, styles.names, parts.shapes)
    },
    pasteStyle() {
      if (copiedStyle) edit.apply(styleChanges(view, view.selected, copiedStyle))
    },
    keepStyle: () => rememberForAllKinds(parts, view),
    requestHost: parts.onRequest,
    clipboard,
  })
  return edit
}

function isElementOrGroup({ document, shapes }: BoardView, id: RecordId): boolean {
  const record = document.get(id)
  return isElement(record, shapes) || getContainer(record, shapes) === 'group'
}

/** Makes the style that of the next elements of all kinds, as far as they have it. */
function rememberForAllKinds({ styles, shapes }: BoardEditParts, view: BoardView): void {
  const [first] = getElements(view.document, shapes, view.selected)
  if (!first) return
  const style = getStyle(first, styles.names, shapes)
  for (const { schema } of shapes.drawn.values()) {
    // Frames are the ground for other elements; they keep their look.
    if (schema.facets.container) continue
    const fits = Object.entries(style).filter(
      ([name, value]) => schema.props.shape[name]?.safeParse(value).success,
    )
    styles.remember([schema.kind], Object.fromEntries(fits))
  }
}

/** Makes the style that of the next elements of the selected kinds, or of the active tool. */
function rememberStyle(
  { runner, styles, shapes }: BoardEditParts,
  view: BoardView,
  fields: Readonly<Record<string, unknown>>,
): void {
  const selected = getElements(view.document, shapes, view.selected)
  const made = runner().tool.creates
  const keys = selected.length > 0 ? selected.map((record) => record.kind) : made ? [made.styleKey] : []
  // A frame's title is set this way too, but is not a style.
  const styleFields = Object.entries(fields).filter(([name]) => styles.names.includes(name))
  styles.remember(new Set(keys), Object.fromEntries(styleFields))
}
