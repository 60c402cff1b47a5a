import type { ReadonlySignal } from '@preact/signals-core'
import type { Board, Replica } from '@tavla/canvas'
import type { Space } from '@tavla/contract'
import { createContext, use } from 'react'
import type { SocketState } from '../../platform/network/room-socket.ts'
import type { RoomVisit } from '../../platform/offline/room-visit.ts'
import type { UndecidedStore } from '../../platform/offline/undecided/undecided-store.ts'
import type { BoardUi } from './board-ui.ts'
import type { BoardFiles } from './files/board-files.ts'

/** The open board with everything that the components around it need. */
export interface OpenBoard {
  readonly space: Space
  readonly board: Board
  readonly replica: Replica
  readonly files: BoardFiles
  readonly ui: BoardUi
  /** Refused edits that wait for the user's decision. */
  readonly undecided: UndecidedStore
  /** The user's membership, and the current presenter. */
  readonly room: Pick<RoomVisit, 'role' | 'presenting' | 'present'>
  readonly socket: ReadonlySignal<SocketState>
  /** False if unsent edits are lost when this tab closes. */
  readonly isWorkStored: ReadonlySignal<boolean>
  /** Why the board cannot be opened offline; null if it can. */
  readonly cacheProblem: ReadonlySignal<'full' | 'forbidden' | 'insecure' | null>
}

export const BoardContext = createContext<OpenBoard | null>(null)

export function useBoard(): OpenBoard {
  const open = use(BoardContext)
  if (open === null) throw new Error('There is no open board around this part')
  return open
}
