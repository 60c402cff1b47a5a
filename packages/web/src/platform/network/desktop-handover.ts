/** The app answers at once or is not there. */
const answerWithinMs = 4_000

/**
 * Hands the sign-in's code to the desktop app that waits on this computer. False when it does not answer, or when the
 * browser keeps pages from local addresses; the page then goes on as it is, and the code is carried by hand.
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
