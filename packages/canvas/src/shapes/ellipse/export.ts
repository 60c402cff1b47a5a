import type { BoardRecord } from '../../document/model/record.ts'
import { textWithMarkers } from '../../text/rich.ts'
import { getDoc } from '../shared/label.ts'
import type { EllipseRecord } from './schema.ts'

export function ellipseText(record: BoardRecord): string {
  return textWithMarkers(getDoc(record as EllipseRecord))
}
