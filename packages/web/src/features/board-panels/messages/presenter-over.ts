import type { Replica } from '@tavla/canvas'
import type { OpenBoard } from '../board-context.ts'

/** The name of anyone who presents and has lowered what this person may do; null when nobody has. */
export function presenterOver(room: OpenBoard['room'], { actor }: Pick<Replica, 'actor'>): string | null {
  const presenting = room.presenting.peek()
  return presenting && room.role.peek() !== actor.peek().may ? presenting.name : null
}
