import { defineShape } from '../../shape.ts'
import { connectorText } from './export.ts'
import {
  connectorBounds,
  connectorHandles,
  connectorOutline,
  connectorSnapPoints,
  connectorTextBox,
  hitConnector,
} from './geometry.ts'
import { drawConnector } from './render.ts'
import { flipConnector, moveConnectorHandle } from './reshape.ts'
import { connectorSchema, type ConnectorRecord } from './schema.ts'

/** A line whose ends may be held on elements by bindings; straight, curved or right-angled, with a label. */
export const connector = defineShape<ConnectorRecord>({
  kind: 'connector',
  nameKey: 'shapes.connector',
  schema: connectorSchema,
  geometry: {
    bounds: connectorBounds,
    outline: connectorOutline,
    hit: hitConnector,
    handles: connectorHandles,
    snapPoints: connectorSnapPoints,
  },
  draw: drawConnector,
  edit: {
    rotates: false,
    moveHandle: moveConnectorHandle,
    flip: flipConnector,
    textBox: connectorTextBox,
  },
  export: { plainText: connectorText },
})
