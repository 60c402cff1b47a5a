import { lengths, Refusal } from '@tavla/contract'
import { ChunkError } from './chunks/chunk-retry.ts'
import { NoResponseError } from './network/send.ts'

/** Maximum number of reports per page, for errors that repeat. */
const MAX_REPORTS = 5

/**
 * Reports errors of the page to the server, so that they are known before anyone complains. Refused calls and
 * network failures are not reported.
 */
export function createErrorLog(send: (log: string) => Promise<unknown>): (error: unknown) => void {
  const reported = new Set<string>()
  return (error) => {
    // The browser's own messages arrive without an error object.
    if (error === null || error === undefined) return
    if (error instanceof Refusal || error instanceof NoResponseError || error instanceof ChunkError) return
    const log = getLogText(error)
    if (reported.has(log) || reported.size === MAX_REPORTS) return
    reported.add(log)
    send(log).catch(() => undefined)
  }
}

/** Removes query and hash of URLs, which may contain a token. */
function getLogText(error: unknown): string {
  const text = error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : String(error)
  const plain = text.replace(/(https?:\/\/[^\s?#)]+)[?#][^\s):]*/g, '$1')
  const bytes = new TextEncoder().encode(plain).slice(0, lengths.logBytes)
  // An unpaired surrogate is removed.
  return new TextDecoder().decode(bytes).replace(/\uFFFD+$/, '')
}
