import { defineShape } from '../shared/define-shape.ts'
import {
  connectorBounds,
  connectorHandles,
  connectorOutline,
  connectorTextBox,
  connectorTrace,
  hitConnector,
} from './geometry.ts'
import { drawConnector } from './render.ts'
import { flipConnector, moveConnectorHandle } from './reshape.ts'
import { connectorSchema, type ConnectorRecord } from './schema.ts'

/** A line whose ends may be held on elements by bindings; straight, curved or right-angled, with a label. */
export const connector = defineShape<ConnectorRecord>({
  schema: connectorSchema,
  geometry: {
    bounds: connectorBounds,
    outline: connectorOutline,
    trace: connectorTrace,
    hit: hitConnector,
    handles: connectorHandles,
  },
  draw: drawConnector,
  edit: {
    rotates: false,
    moveHandle: moveConnectorHandle,
    flip: flipConnector,
    textBox: connectorTextBox,
  },
})
