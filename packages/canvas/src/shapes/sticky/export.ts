import { textWithMarkers } from '../../text/rich.ts'
import { getDoc } from '../shared/label.ts'
import type { StickyRecord } from './schema.ts'

export function getStickyText(record: StickyRecord): string {
  return textWithMarkers(getDoc(record))
}
