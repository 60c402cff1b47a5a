import type { BoardRecord, DocumentView, ElementRecord } from '../document/model/record.ts'
import { unionOfAll, type Box } from '../geometry/box.ts'
import type { MeasureText, ShapeDefinition, ShapeView } from '../shape.ts'

export type Shapes = ReadonlyMap<string, ShapeDefinition>

/**
 * A `ShapeView` computed from the document alone, for exports and the server, where there is no editor with an
 * index.
 */
export function createExportView(document: DocumentView, shapes: Shapes, measure: MeasureText): ShapeView {
  const getShape = (record: BoardRecord | undefined): ShapeDefinition | undefined =>
    record && shapes.get(record.kind)
  const view: ShapeView = {
    document,
    measure,
    getBounds(id) {
      const record = document.get(id)
      const shape = getShape(record)
      if (record && shape) return shape.geometry.bounds(record as ElementRecord, view)
      return unionOfAll(boundsOfEach(document.childIds(id), view))
    },
    getOutline(id) {
      const record = document.get(id)
      return record && getShape(record)?.geometry.outline(record as ElementRecord, view)
    },
  }
  return view
}

function boundsOfEach(ids: readonly string[], view: ShapeView): Box[] {
  return ids.flatMap((id) => view.getBounds(id) ?? [])
}

/** Bounds of these elements and groups as drawn, without parts clipped by frames. */
export function boundsOfAll(ids: readonly string[], view: ShapeView): Box | undefined {
  return unionOfAll(boundsOfEach(ids, view))
}
