import type { StrokePiece } from '../../document/model/record.ts'
import type { ForeignElement } from './element.ts'

/** A converted element without id, parent and order key. */
export interface Draft {
  /** The source element. */
  readonly source: ForeignElement
  readonly kind: string
  /** Base geometry and props. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly pieces?: readonly StrokePiece[]
}
