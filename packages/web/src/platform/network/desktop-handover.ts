/** The desktop app answers within this time or is not running, ms. */
const answerWithinMs = 4_000

/**
 * Sends the sign-in code to the desktop app on this computer. False if it does not answer, or if the browser
 * blocks requests to local addresses; the user then copies the code.
 */
export async function handToLoopback(link: string): Promise<boolean> {
  if (!link.startsWith('http://127.0.0.1:')) return false
  try {
    const answer = await fetch(link, {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(answerWithinMs),
    })
    return answer.ok
  } catch {
    return false
  }
}
