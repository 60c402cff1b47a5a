import type { Replica } from '@tavla/canvas'
import type { OpenBoard } from '../board-context.ts'

/** Name of the presenter who limits what this person can do; null if there is none. */
export function getLimitingPresenter(
  room: OpenBoard['room'],
  { actor }: Pick<Replica, 'actor'>,
): string | null {
  const presenting = room.presenting.peek()
  return presenting && room.role.peek() !== actor.peek().role ? presenting.name : null
}
