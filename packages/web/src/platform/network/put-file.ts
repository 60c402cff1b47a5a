import { fileRetry } from '@tavla/contract'
import { sleep } from '../dom/clock.ts'
import type { Clock } from '../dom/clock.ts'
import { NoResponseError } from './send.ts'

export interface FileToPut {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly file: Blob
  readonly filename: string
  readonly signal: AbortSignal
  /** Share of the bytes that were sent, 0 to 1. */
  onProgress(share: number): void
}

/** Without progress for this long the attempt is aborted, ms. */
const stallTimeoutMs = 30_000

/**
 * Sends the bytes to the upload's URL; status 200 means stored. No token is sent: the URL is the permission. A URL
 * accepts bytes once, so 409 after an attempt without an answer means that those were stored.
 */
export async function putFile(put: FileToPut, clock: Clock): Promise<void> {
  for (let retry = 0; ; retry++) {
    const status = await attempt(put, clock)
    if (status === 200 || (status === 409 && retry > 0)) return
    put.signal.throwIfAborted()
    const hasNoResult = status === null || status >= 500
    if (!hasNoResult || retry >= fileRetry.attempts)
      throw new NoResponseError('file.put', status === null ? 'unreachable' : 'server')
    await sleep(fileRetry.delayMs, clock)
  }
}

/** The HTTP status; null without an answer. XMLHttpRequest, because `fetch` does not report upload progress. */
function attempt(put: FileToPut, clock: Clock): Promise<number | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    let cancel = clock.after(stallTimeoutMs, () => request.abort())
    const abort = () => request.abort()
    const end = (status: number | null) => {
      cancel()
      put.signal.removeEventListener('abort', abort)
      resolve(status)
    }
    request.upload.onprogress = ({ loaded, total }) => {
      cancel()
      cancel = clock.after(stallTimeoutMs, abort)
      put.onProgress(total > 0 ? loaded / total : 0)
    }
    request.onload = () => end(request.status)
    request.onerror = () => end(null)
    request.onabort = () => end(null)
    put.signal.addEventListener('abort', abort)
    request.open('PUT', put.url)
    request.setRequestHeader(
      'Content-Disposition',
      `attachment; filename*=UTF-8''${encodeURIComponent(put.filename)}`,
    )
    for (const [name, value] of Object.entries(put.headers)) request.setRequestHeader(name, value)
    request.send(put.file)
  })
}
