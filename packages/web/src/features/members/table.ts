import type { MemberGroup, Role } from '@tavla/contract'
import { createContext, use } from 'react'

/** What everything in the panel of members is about. */
export interface Table {
  readonly wid: string
  /** The space's name. */
  readonly space: string
  /** My role in it. */
  readonly own: Role
  readonly groups: readonly MemberGroup[]
  /** Uids of who has it open now; null while that is not known, then the list's own word counts. */
  readonly here: ReadonlySet<string> | null
  /** I have left. */
  onLeft(): void
}

export const TableContext = createContext<Table | null>(null)

export function useTable(): Table {
  const table = use(TableContext)
  if (!table) throw new Error('Lines of members stand in their panel')
  return table
}
