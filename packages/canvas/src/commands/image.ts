import type { ElementRecord } from '../document/model/record.ts'
import { defineCommand } from '../define-command.ts'
import type { BoardView } from '../editor/board-view.ts'
import { cropTo } from '../editor/changes/crop-changes.ts'
import { isElement } from '../editor/view/relations.ts'

/** The only selected element, if its visible part can be chosen. */
function getCroppable(view: BoardView): ElementRecord | undefined {
  const [only, more] = view.selected
  const record = only === undefined || more !== undefined ? undefined : view.document.get(only)
  if (!isElement(record, view.shapes) || !view.rights.canChange(record.id)) return undefined
  return view.shapes.get(record.kind)?.edit?.crop ? record : undefined
}

/** Starts choosing the visible part of an image, or ends it. */
export const crop = defineCommand({
  id: 'crop',
  icon: 'crop',
  when: (view) => getCroppable(view) !== undefined,
  run: (edit) => edit.crop(edit.cropping === null ? (getCroppable(edit)?.id ?? null) : null),
})

/** Shows the whole image again. */
export const uncrop = defineCommand({
  id: 'uncrop',
  icon: 'maximize',
  when(view) {
    const record = getCroppable(view)
    return record !== undefined && record['crop'] !== null
  },
  run(edit) {
    const record = getCroppable(edit)
    const whole = record && edit.shapes.get(record.kind)?.edit?.crop?.getWhole(record)
    if (record && whole) edit.apply(cropTo(edit, record, whole))
  },
})
