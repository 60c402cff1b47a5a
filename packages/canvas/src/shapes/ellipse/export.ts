import { textWithMarkers } from '../../text/rich.ts'
import { getDoc } from '../shared/label.ts'
import type { EllipseRecord } from './schema.ts'

export function ellipseText(record: EllipseRecord): string {
  return textWithMarkers(getDoc(record))
}
