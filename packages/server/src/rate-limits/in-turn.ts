import type { TurnLimit, Turns } from './turns.ts'
import { Refused } from '../refusals.ts'

/** Does costly work when it is this key's turn; refuses it when that takes too long. */
export async function queued<T>(
  turns: Turns,
  key: string,
  limit: TurnLimit,
  act: () => Promise<T>,
  isWanted?: () => boolean,
): Promise<T> {
  const turn = await turns.take(key, limit, isWanted)
  if (turn.retryAfter > 0) throw new Refused('too_many_requests', { retryAfter: turn.retryAfter })
  try {
    return await act()
  } finally {
    turn.end()
  }
}
