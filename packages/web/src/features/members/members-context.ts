import type { MemberGroup, Role } from '@tavla/contract'
import { createContext, use } from 'react'

/** Shared by all components of the members panel. */
export interface MembersContextValue {
  readonly wid: string
  /** Name of the space. */
  readonly spaceName: string
  /** The current person's role in the space. */
  readonly myRole: Role
  readonly groups: readonly MemberGroup[]
  /** Uids of members who have the space open; null until known, then the list's own flag is used. */
  readonly onlineIds: ReadonlySet<string> | null
  /** Called after the current person left the space. */
  onLeave(): void
}

export const MembersContext = createContext<MembersContextValue | null>(null)

export function useMembersContext(): MembersContextValue {
  const context = use(MembersContext)
  if (!context) throw new Error('useMembersContext needs a MembersContext above it')
  return context
}
