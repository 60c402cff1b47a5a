import { textWithMarkers } from '../../text/rich.ts'
import { getDoc } from '../shared/label.ts'
import type { DiamondRecord } from './schema.ts'

export function diamondText(record: DiamondRecord): string {
  return textWithMarkers(getDoc(record))
}
