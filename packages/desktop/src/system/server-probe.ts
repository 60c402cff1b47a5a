import type { ProbeResult } from '../core/shell.ts'

/** How long a server has to say what it is. */
const answerWithinMs = 8_000

/** Whether a Tavla server answers at this origin: its code and envelope are like no other program's. */
export async function probeServer(origin: string): Promise<ProbeResult> {
  try {
    const answer = await fetch(`${origin}/api/subscription/pk`, {
      signal: AbortSignal.timeout(answerWithinMs),
      redirect: 'error',
    })
    const body: unknown = await answer.json().catch(() => undefined)
    const isOurs =
      typeof body === 'object' && body !== null && 'code' in body && 'message' in body && 'data' in body
    if (isOurs) return 'ok'
    return answer.status >= 500 ? 'unreachable' : 'other'
  } catch {
    return 'unreachable'
  }
}
