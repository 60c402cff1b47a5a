import type { BoardRecord } from '../../document/record.ts'
import { textWithMarkers } from '../../text/rich.ts'
import { docOf } from '../shared/label.ts'
import type { TextRecord } from './schema.ts'

export function textWords(record: BoardRecord): string {
  return textWithMarkers(docOf(record as TextRecord))
}
