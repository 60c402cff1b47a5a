import type { BoardRecord } from '../../document/model/record.ts'
import { textWithMarkers } from '../../text/rich.ts'
import { getDoc } from '../shared/label.ts'
import type { RectRecord } from './schema.ts'

export function rectText(record: BoardRecord): string {
  return textWithMarkers(getDoc(record as RectRecord))
}
