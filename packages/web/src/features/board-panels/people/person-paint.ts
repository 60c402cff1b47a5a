import { useSignal } from '../../../platform/dom/use-signal.ts'
import { getPersonColor, getPersonColorIndex } from '../../../ui/people-colors.ts'
import { useBoard } from '../board-context.ts'

/** The colour of a person on this board. */
export function usePersonPaint(): (uid: string) => string {
  const { board } = useBoard()
  const assigned = new Map(useSignal(board.state.people).map(({ uid, color }) => [uid, color]))
  return (uid) => getPersonColor(assigned.get(uid) ?? getPersonColorIndex(uid)).paint
}
