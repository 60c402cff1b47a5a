import { lengths, Refusal } from '@tavla/contract'
import { ChunkError } from './network/chunk-retry.ts'
import { NoAnswer } from './network/send.ts'

/** One page that fails again and again tells of it a few times and then no more. */
const MOST = 5

/**
 * Tells the server of faults of ours in the page, so that they are known before anybody complains. What a call answered is no
 * fault, and an offline network cannot be reported.
 */
export function createFaultLog(send: (log: string) => Promise<unknown>): (fault: unknown) => void {
  const told = new Set<string>()
  return (fault) => {
    // The browser's own complaints come without an error.
    if (fault === null || fault === undefined) return
    if (fault instanceof Refusal || fault instanceof NoAnswer || fault instanceof ChunkError) return
    const log = getWords(fault)
    if (told.has(log) || told.size === MOST) return
    told.add(log)
    send(log).catch(() => undefined)
  }
}

/** Without what follows a question mark or hash in an address, which may be a token. */
function getWords(fault: unknown): string {
  const text = fault instanceof Error ? `${fault.message}\n${fault.stack ?? ''}` : String(fault)
  const plain = text.replace(/(https?:\/\/[^\s?#)]+)[?#][^\s):]*/g, '$1')
  const bytes = new TextEncoder().encode(plain).slice(0, lengths.logBytes)
  // Half a surrogate pair is left out.
  return new TextDecoder().decode(bytes).replace(/\uFFFD+$/, '')
}
