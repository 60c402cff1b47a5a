import type { RecordId } from '../../document/model/record.ts'

/** Elements that are dragged, by one offset in page units. */
export interface Drag {
  readonly ids: ReadonlySet<RecordId>
  readonly dx: number
  readonly dy: number
  /** Connectors that are not dragged and are attached to what is, where the caller knows them; else they are looked up. */
  readonly hanging?: readonly RecordId[]
}
