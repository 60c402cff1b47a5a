import type { ElementRecord } from '../../document/model/record.ts'
import type { ToolApi } from '../../editor/board-view.ts'
import { cropTo } from '../../editor/changes/crop-changes.ts'
import { getResizedBox } from '../../editor/changes/resize-changes.ts'
import type { PointerInput } from '../../editor/input-events.ts'
import { isElement } from '../../editor/view/relations.ts'
import type { SelectionHandleName } from '../../editor/view/selection-frame.ts'

import type { Cropping } from './states.ts'

/** Drags a side or corner of the visible part. */
export function startCrop(e: PointerInput, t: ToolApi, handle: SelectionHandleName): Cropping | undefined {
  const record = t.cropping === null ? undefined : t.document.get(t.cropping)
  if (!isElement(record, t.shapes)) return undefined
  return updateCrop(e, t, t.begin('crop', { at: 'cropping', handle, record, changes: [] }))
}

export function updateCrop(e: PointerInput, t: ToolApi, s: Cropping): Cropping {
  const { box } = getResizedBox(getRotatedBox(s.record), s.handle, e.point, {
    keeps: false,
    fromCentre: false,
  })
  const changes = cropTo(t, s.record, box)
  t.preview(changes)
  return { ...s, changes }
}

const getRotatedBox = ({ x, y, w, h, r }: ElementRecord) => ({ x, y, w, h, r })
