import type { Clock } from '../ports/clock/port.ts'
import { invalid } from '../refusals.ts'

/** Smaller bodies are parsed immediately. */
export const LARGE_BODY = 64 * 1024
/** Far more than any call takes: parsing costs by the number of values. */
const MAX_VALUES = 50_000

/** Parses large bodies one per turn of the event loop, so that many of them do not block others. */
export function createLargeBodies(clock: Clock): (parse: () => void, failed: (error: Error) => void) => void {
  let last = Promise.resolve()
  return (parse, failed) => {
    last = last
      .then(() => clock.nextTask())
      .then(parse)
      .catch((error: unknown) => failed(error instanceof Error ? error : new Error(String(error))))
  }
}

/** Checked before parsing: an error for JSON with too many values, else null. */
export function faultOfJson(text: string): Error | null {
  let count = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at)
    if (isInString) {
      if (char === BACKSLASH) at += 1
      else if (char === QUOTE) isInString = false
    } else if (char === QUOTE) isInString = true
    else if (char === COMMA || char === LIST || char === OBJECT) count += 1
    if (count > MAX_VALUES) return invalid({ body: 'holds too many values' })
  }
  return null
}

const [QUOTE, BACKSLASH, COMMA, LIST, OBJECT] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b]
