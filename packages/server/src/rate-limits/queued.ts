import type { QueueLimit, WorkQueues } from './work-queues.ts'
import { Refused } from '../refusals.ts'

/** Runs expensive work when its key's queue allows; refuses when that takes too long. */
export async function queued<T>(
  turns: WorkQueues,
  key: string,
  limit: QueueLimit,
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
