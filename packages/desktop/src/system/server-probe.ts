import type { ProbeResult } from '../core/shell.ts'

/** Time limit for the server's answer. */
const answerWithinMs = 8_000

/** Whether a Tavla server answers at this origin, recognized by its envelope and code. */
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
