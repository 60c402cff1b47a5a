import { useSignal } from '../../../platform/dom/use-signal.ts'
import { personColorAt, personColorIndex } from '../../../ui/people-colors.ts'
import { useBoard } from '../board-context.ts'

/** The colour of a person on this board. */
export function usePersonPaint(): (uid: string) => string {
  const { board } = useBoard()
  const assigned = new Map(useSignal(board.state.people).map(({ uid, color }) => [uid, color]))
  return (uid) => personColorAt(assigned.get(uid) ?? personColorIndex(uid)).paint
}
