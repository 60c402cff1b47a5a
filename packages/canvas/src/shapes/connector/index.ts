import { defineShape } from '../shared/define-shape.ts'
import {
  connectorBounds,
  connectorHandles,
  connectorOutline,
  connectorTextBox,
  connectorTrace,
  getBendHandle,
  getLabelHandle,
  hitConnector,
} from './geometry.ts'
import { drawConnector } from './render.ts'
import { flipConnector, moveConnectorHandle } from './reshape.ts'
import { connectorSchema, type ConnectorRecord } from './schema.ts'

/** A straight, curved or right-angled line with a label, whose ends can be bound to elements. */
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
    getBendHandle,
    getLabelHandle,
    flip: flipConnector,
    textBox: connectorTextBox,
  },
})
