import { textWithMarkers } from '../../text/rich.ts'
import { getDoc } from '../shared/label.ts'
import type { ConnectorRecord } from './schema.ts'

export function connectorText(record: ConnectorRecord): string {
  return textWithMarkers(getDoc(record))
}
