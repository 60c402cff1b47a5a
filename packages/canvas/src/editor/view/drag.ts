import type { RecordId } from '../../document/model/record.ts'

/** Elements being dragged, with one offset in page units. */
export interface Drag {
  readonly ids: ReadonlySet<RecordId>
  readonly dx: number
  readonly dy: number
  /** Connectors attached to dragged elements, if the caller knows them; otherwise they are looked up. */
  readonly attachedConnectors?: readonly RecordId[]
}
