import type { StrokePiece } from '../../document/model/record.ts'
import type { ForeignElement } from './element.ts'

/** An element of ours that still lacks its id, its parent and its place in the order. */
export interface Draft {
  /** The element of the file it came from. */
  readonly source: ForeignElement
  readonly kind: string
  /** Base geometry and props. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly pieces?: readonly StrokePiece[]
}
