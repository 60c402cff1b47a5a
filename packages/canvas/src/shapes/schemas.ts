import type { Fields } from '../document/model/change.ts'
import type { BoardRecord, DocumentView, ElementRecord } from '../document/model/record.ts'
import type { ConnectorEnd } from '../document/model/schema.ts'
import type { ShapeSchema } from '../shape.ts'
import { boxOutline } from './shared/boxed.ts'
import { releasedConnector } from './connector/reshape.ts'
import { connectorSchema, type ConnectorRecord } from './connector/schema.ts'
import { diamondSchema } from './diamond/schema.ts'
import { ellipseSchema } from './ellipse/schema.ts'
import { figureSchema } from './figure/schema.ts'
import { frameSchema } from './frame/schema.ts'
import { imageSchema } from './image/schema.ts'
import { lineSchema } from './line/schema.ts'
import { penSchema } from './pen/schema.ts'
import { rectSchema } from './rect/schema.ts'
import { stickySchema } from './sticky/schema.ts'
import { textSchema } from './text/schema.ts'

/**
 * Keeps connector ends as drawn when a target is removed; independent of the editor, so that the server computes
 * the same.
 */
function release(connector: BoardRecord, _end: ConnectorEnd, document: DocumentView): Fields {
  return releasedConnector(connector as ConnectorRecord, {
    document,
    getOutline(id) {
      const target = document.get(id)
      if (typeof target?.['x'] !== 'number' || typeof target['w'] !== 'number') return undefined
      const schema = shapeSchemas.find(({ kind }) => kind === target.kind)
      return (schema?.outline ?? boxOutline)(target as ElementRecord)
    },
  })
}

/** Schemas of all drawn kinds, for client and server. Pages, groups and bindings are in `document/kinds`. */
export const shapeSchemas: readonly ShapeSchema[] = [
  rectSchema,
  ellipseSchema,
  diamondSchema,
  figureSchema,
  lineSchema,
  { ...connectorSchema, release },
  penSchema,
  stickySchema,
  textSchema,
  imageSchema,
  frameSchema,
]
