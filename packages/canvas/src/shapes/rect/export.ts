import { textWithMarkers } from '../../text/rich.ts'
import { getDoc } from '../shared/label.ts'
import type { RectRecord } from './schema.ts'

export function rectText(record: RectRecord): string {
  return textWithMarkers(getDoc(record))
}
