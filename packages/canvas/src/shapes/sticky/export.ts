import type { BoardRecord } from '../../document/record.ts'
import { textWithMarkers } from '../../text/rich.ts'
import { docOf } from '../shared/label.ts'
import type { StickyRecord } from './schema.ts'

export function stickyWords(record: BoardRecord): string {
  return textWithMarkers(docOf(record as StickyRecord))
}
