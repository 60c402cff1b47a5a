import type { ElementRecord } from '../../document/model/record.ts'
import { getPointBounds, inflate, type Box } from '../../geometry/box.ts'
import type { Outline, ShapeDefinition, ShapeView } from '../../shape.ts'
import { textWithMarkers } from '../../text/rich.ts'
import { boxBounds, boxHit, boxOutline, boxTrace, getStrokeReach, growToLabel, outlineHit } from './boxed.ts'
import { drawLink } from './draw-link.ts'
import { getDoc, type Label, labelRoom, labelTextBox, wholeRoom } from './label.ts'

type Geometry<R extends ElementRecord> = ShapeDefinition<R>['geometry']

/** The definition of a shape without the parts derived from its schema. */
type GivenShape<R extends ElementRecord> = Omit<ShapeDefinition<R>, 'kind' | 'nameKey' | 'geometry'> & {
  readonly geometry?: Omit<Partial<Geometry<R>>, 'outline'> & {
    /**
     * Only for kinds whose outline depends on other records; otherwise it is in the schema, for client and
     * server.
     */
    outline?(record: R, view: ShapeView): Outline
  }
}

/** Defines a shape with typed records. Callers find the definition by the kind of a record. */
export function defineShape<R extends ElementRecord>(given: GivenShape<R>): ShapeDefinition {
  const { schema } = given
  const { kind, outline = boxOutline, facets } = schema
  const shape: ShapeDefinition<R> = {
    ...given,
    kind,
    nameKey: `shapes.${kind}`,
    geometry: { bounds: boxBounds, outline, trace: boxTrace, hit: boxHit, ...given.geometry },
    draw(pen, record, view, options) {
      given.draw(pen, record, view, options)
      if (record.link === undefined || options.detail !== 'full') return
      drawLink(pen, record.link, shape.geometry.bounds(record, view), options)
    },
    export: { ...(facets.text && { plainText: getText }), ...given.export },
  }
  return shape
}

const getText = (record: ElementRecord): string => textWithMarkers(getDoc(record as ElementRecord & Label))

interface Area extends ElementRecord, Label {
  readonly stroke: string
  readonly strokeWidth: number
  readonly fill: string
}

/** A filled shape with text that grows in height; `room` is the text area in fractions of the box. */
export function defineArea<R extends Area>(
  given: GivenShape<R>,
  room: Box | ((record: R) => Box) = wholeRoom,
): ShapeDefinition {
  const getRoom = typeof room === 'function' ? room : () => room
  const { outline } = given.schema
  const getOutline = outline ?? boxOutline
  return defineShape<R>({
    ...given,
    geometry: {
      bounds: outline
        ? (record) => inflate(getPointBounds(outline(record).points), getStrokeReach(record))
        : boxBounds,
      hit: (record, at, slack, view) =>
        outlineHit(record, getOutline(record), at, slack, getRoom(record), view),
      ...given.geometry,
    },
    edit: {
      reshape: (record, { box }, view) => ({
        ...box,
        ...growToLabel({ ...record, ...box }, getRoom(record), view),
      }),
      fit: (record, view) => growToLabel(record, getRoom(record), view),
      textBox: (record) => labelTextBox(record, labelRoom(record, getRoom(record))),
      ...given.edit,
    },
  })
}
