import type { BoardRecord } from '../../document/record.ts'
import { textWithMarkers } from '../../text/rich.ts'
import { docOf } from '../shared/label.ts'
import type { EllipseRecord } from './schema.ts'

export function ellipseText(record: BoardRecord): string {
  return textWithMarkers(docOf(record as EllipseRecord))
}
