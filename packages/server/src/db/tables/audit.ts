import type { ColumnType } from 'kysely'

/** Insert only: an update does not compile. */
type Fixed<T> = ColumnType<T, T, never>

/** An event of an account or a space. */
export interface AuditTable {
  id: Fixed<string>
  at: Fixed<number>
  event: Fixed<string>
  /** Pseudonym of the signed-in actor; null: nobody, or the server itself. */
  actor: Fixed<string | null>
  /** Pseudonym of the account it is about; null: unknown. */
  subject: Fixed<string | null>
  wid: Fixed<string | null>
  /** Browser and system as text, such as `Firefox, Linux`. */
  device: Fixed<string | null>
  /** Keyed hash of the IP address: tells two apart and reveals neither. */
  place: Fixed<string | null>
  /** JSON with fixed values of ours: never text that a person typed. */
  data: Fixed<string>
  /** Position in the hash chain; null until the next cleanup adds it. */
  seq: number | null
  seal: string | null
}

export interface AuditTables {
  audit: AuditTable
}
