import type { BoardRecord } from '../../document/model/record.ts'
import { textWithMarkers } from '../../text/rich.ts'
import { getDoc } from '../shared/label.ts'
import type { TextRecord } from './schema.ts'

export function getTextContent(record: BoardRecord): string {
  return textWithMarkers(getDoc(record as TextRecord))
}
