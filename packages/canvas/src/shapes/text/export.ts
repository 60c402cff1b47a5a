import { textWithMarkers } from '../../text/rich.ts'
import { getDoc } from '../shared/label.ts'
import type { TextRecord } from './schema.ts'

export function getTextContent(record: TextRecord): string {
  return textWithMarkers(getDoc(record))
}
