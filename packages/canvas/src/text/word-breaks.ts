/**
 * Line break opportunities inside words of scripts with spaces: UAX #14 as implemented by Chromium, which keeps
 * URLs and dates together more than the standard. Keeps line breaks the same when the browser's text box closes.
 */

const quote = /["'«»“”‘’‹›]/
const closer = /[!)\],.:;?}/…–-]/
const opener = /[([{¡¿„‚]/
/** A bracket after these can start a line. */
const beforeBracket = /[!"#%&)*+,.:;=>?\\\]|}~]/
const bracket = /[([{<]/
/** Before characters outside ASCII the standard applies. */
const beforeForeign = /[!|}/]/
const ascii = /[!-~]/

/** Non-breaking: no-break spaces and joiners. */
export function isGlue(text: string): boolean {
  return text === '\u00a0' || text === '\u202f' || text === '\u2060' || text === '\ufeff' || text === '\u2011'
}

/**
 * Whether a line can start with `here` after `last`; `before` is the character before that, a space at the start.
 */
export function canBreakBefore(before: string, last: string, here: string): boolean {
  if (isPlain(last) && (isPlain(here) || here === '-')) return false
  if (isGlue(last) || isGlue(here)) return false
  const fresh = before === ' ' || before === '\t'
  if (closer.test(here)) return last === '-' && here === '-' && !fresh
  if (quote.test(here)) return last === '-' && !fresh && here < '\u007f'
  if (opener.test(last) || quote.test(last)) return last === '"' && bracket.test(here)
  if (here === '—') return last !== '—'
  if (last === '?' || last === '…' || last === '—' || last === '\u2010' || last === '\u00ad') return true
  if (last === '-') return !fresh || (ascii.test(here) && !isDigit(here))
  if (last === '–') return !fresh || isDigit(here) || /[$%(+[{]/.test(here)
  if (beforeForeign.test(last) && !ascii.test(here)) return true
  return bracket.test(here) && beforeBracket.test(last)
}

/** An ASCII letter or digit, the most common case. */
function isPlain(character: string): boolean {
  const code = character.charCodeAt(0)
  return isDigit(character) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9'
}
