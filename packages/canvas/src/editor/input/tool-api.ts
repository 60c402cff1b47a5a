import { batch } from '@preact/signals-core'
import type { Change } from '../../document/model/change.ts'
import type { RecordId } from '../../document/model/record.ts'
import { getCentre } from '../../geometry/box.ts'
import type { Vec } from '../../geometry/vec.ts'
import type { BoardView, NewElement, ToolApi } from '../board-view.ts'
import { extend } from '../extend.ts'
import type { Drag } from '../view/drag.ts'
import type { ToolOverlay } from '../view/overlay.ts'
import { toggleCheck } from '../actions/text-formats.ts'
import { newText, type InsertParts } from '../actions/insert.ts'
import { newElement } from '../changes/new-element.ts'
import type { EditorParts } from '../parts.ts'
import type { ElementPreset } from '../tool.ts'
import type { CaretPosition } from '../actions/text-types.ts'

export type ToolApiParts = InsertParts &
  Pick<
    EditorParts,
    | 'camera'
    | 'clock'
    | 'cropping'
    | 'cursor'
    | 'gesture'
    | 'hovered'
    | 'laser'
    | 'locked'
    | 'naming'
    | 'onRequest'
    | 'replica'
    | 'selection'
    | 'snapping'
    | 'text'
    | 'toolOverlay'
  >

/** Creates the API for tools. */
export function createToolApi(parts: ToolApiParts, view: BoardView): ToolApi {
  const { camera, gesture, selection, text, defaults } = parts
  const refuse: ToolApi['refuse'] = (reason, id, tried) => {
    const message = `not allowed here: ${reason}`
    const refusal = { refused: reason, message, ...(id === undefined ? {} : { id }) }
    parts.emit({ type: 'refused', refusal, ...(tried && { tried }) })
    return undefined
  }

  const verbs: ToolApi = extend(view, {
    snapping: parts.snapping,
    px: (cssPixels: number) => cssPixels / camera.state.peek().zoom,
    begin<S>(_name: string, next: S): S {
      gesture.begin()
      return next
    },
    preview: (changes: readonly Change[]) => gesture.preview(changes),
    startDrag: (drag: Drag, shared?: () => readonly Change[]) => gesture.startDrag(drag, shared),
    commit(changes: readonly Change[]): undefined {
      parts.toolOverlay.value = null
      gesture.commit(changes)
    },
    commitPart: (changes: readonly Change[]) => gesture.commitPart(changes),
    abandon(): undefined {
      parts.toolOverlay.value = null
      gesture.abandon()
    },
    select: (ids: readonly RecordId[]) => selection.set(ids),
    enterGroup: (id: RecordId | null) => selection.enter(id),
    hover: (id: RecordId | null) => void (parts.hovered.value = id),
    hoverLocked: parts.locked.hover,
    clickLocked: parts.locked.click,
    cursor: (css: string) => void (parts.cursor.value = css),
    overlay: (overlay: ToolOverlay | null) => void (parts.toolOverlay.value = overlay),
    getClickTarget: selection.getClickTarget,
    finishCreation: (ids: readonly RecordId[], then?: 'editText') =>
      batch(() => {
        const runner = parts.runner()
        const there = ids.filter((id) => view.document.get(id) !== undefined)
        selection.set(there)
        if (!runner.locked.peek()) runner.set(defaults.restTool)
        if (then === 'editText' && there[0] !== undefined) text.start(there[0])
      }),
    editText: (id: RecordId, caret?: CaretPosition) => void text.start(id, caret),
    writeText(at: Vec, width?: number) {
      const record = newText(parts, view, at, width)
      if (!gesture.commit([{ op: 'put', record }])) return
      verbs.finishCreation([record.id], 'editText')
    },
    reveal(id: RecordId) {
      const bounds = view.scene.getBounds(id)
      if (bounds) camera.reveal(bounds)
    },
    toggleCheck: (id: RecordId, index: number) => void toggleCheck(parts.replica, id, index),
    crop(id: RecordId) {
      const can = parts.shapes.get(view.document.get(id)?.kind ?? '')?.edit?.crop !== undefined
      if (!can || !view.rights.canChange(id)) return false
      parts.cropping.set(id)
      return true
    },
    openLink: (href: string) => parts.onRequest({ type: 'openLink', href }),
    canEditText: (id: RecordId) => text.canType(id),
    canSuggestText: (id: RecordId) => text.canSuggest(id),
    setTool: (id: string) => parts.runner().set(id),
    panBy: (dx: number, dy: number) => camera.panBy(dx, dy),
    zoomBy: (factor: number, at: Vec) => camera.zoomBy(factor, at),
    laser: parts.laser,
    newElement: (kind: string, fields: Parameters<ToolApi['newElement']>[1]): NewElement =>
      newElement(view, kind, fields, getPreset(parts, kind)),
    get nowMs() {
      return parts.clock.now()
    },
    get middle() {
      return getCentre(view.visible)
    },
    editTitle: parts.naming.start,
    refuse,
  })
  return verbs
}

function getPreset(parts: Pick<EditorParts, 'runner'>, kind: string): ElementPreset | undefined {
  const makes = parts.runner().tool.creates
  return makes?.kind === kind ? makes : undefined
}
