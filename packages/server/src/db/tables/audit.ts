import type { ColumnType } from 'kysely'

/** Written once: whatever tries to change it does not compile. */
type Fixed<T> = ColumnType<T, T, never>

/** Something that happened to an account or a space, kept to be looked up. */
export interface AuditTable {
  id: Fixed<string>
  at: Fixed<number>
  event: Fixed<string>
  /** Mark of who was signed in and did it; null: nobody was, or the server itself. */
  actor: Fixed<string | null>
  /** Mark of the account it is about; null: none that is known. */
  subject: Fixed<string | null>
  wid: Fixed<string | null>
  /** Browser and system in words, such as `Firefox, Linux`. */
  device: Fixed<string | null>
  /** Tells two network addresses apart, and neither of them. */
  place: Fixed<string | null>
  /** JSON of a few words of ours: never what a person typed. */
  data: Fixed<string>
  /** Position in the chain of seals; null until the next round. */
  seq: number | null
  seal: string | null
}

export interface AuditTables {
  audit: AuditTable
}
