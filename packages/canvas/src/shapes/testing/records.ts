import type {
  BoardRecord,
  DocumentView,
  ElementRecord,
  RecordId,
  StrokePiece,
} from '../../document/model/record.ts'
import { createExportView } from '../../export/export-view.ts'
import type { RenderOptions, MeasureText, ShapeDefinition, ShapeView } from '../../shape.ts'
import { SvgPen } from '../../render/pens/svg-pen.ts'
import { halfWidths } from '../../text/testing.ts'
import { shapes } from '../index.ts'

export const shapesByKind: ReadonlyMap<string, ShapeDefinition> = new Map(
  shapes.map((shape) => [shape.kind, shape]),
)

export const fullOptions: RenderOptions = { scale: 1, theme: 'light', detail: 'full' }

/** An element with default props, 100 by 60 at (10, 20). */
export function getElement(kind: string, over: Readonly<Record<string, unknown>> = {}): ElementRecord {
  const defaults = shapesByKind.get(kind)?.schema.defaults
  const base = { id: kind, kind, parent: 'page', z: 'a', by: 'u', made: 1, x: 10, y: 20, w: 100, h: 60, r: 0 }
  return { ...base, ...defaults, ...over }
}

export function getBinding(
  connector: string,
  end: 'start' | 'end',
  target: string,
  u = 0.5,
  v = 0.5,
): BoardRecord {
  const id = `${connector}-${end}`
  return { id, kind: 'binding', parent: connector, z: 'a', by: 'u', made: 1, end, target, u, v }
}

/** A document with these records in the given order. */
export function getDocument(
  records: readonly BoardRecord[],
  pieces: ReadonlyMap<RecordId, readonly StrokePiece[]> = new Map(),
): DocumentView {
  const byId = new Map(records.map((record) => [record.id, record]))
  const bindings = records.filter((record) => record.kind === 'binding')
  return {
    size: byId.size,
    get: (id) => byId.get(id),
    getUnmoved: (id) => byId.get(id),
    childIds: (parent) => records.filter((record) => record.parent === parent).map((record) => record.id),
    pieces: (id) => pieces.get(id) ?? [],
    getBindings: (id) =>
      bindings
        .filter((binding) => binding.parent === id || binding['target'] === id)
        .map((binding) => binding.id),
    targets: () => new Set(bindings.map((binding) => binding['target'] as RecordId)),
    ids: () => byId.keys(),
  }
}

export function getView(
  records: readonly BoardRecord[] = [],
  pieces?: ReadonlyMap<RecordId, readonly StrokePiece[]>,
  measure: MeasureText = halfWidths,
): ShapeView {
  return createExportView(getDocument(records, pieces), shapesByKind, measure)
}

/** SVG elements of a drawn record. */
export function drawn(
  record: ElementRecord,
  view: ShapeView = getView([record]),
  options: RenderOptions = fullOptions,
): string {
  const pen = new SvgPen()
  shapesByKind.get(record.kind)!.draw(pen, record, view, options)
  return pen.markup()
}
