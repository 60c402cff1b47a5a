/**
 * Where a line may break inside what stands between two spaces, in scripts that write spaces. UAX #14 as Chromium
 * applies it (which keeps addresses and dates together more than the standard does), so that a text keeps its lines
 * when the text box of the browser closes over it.
 */

const quote = /["'«»“”‘’‹›]/
const closer = /[!)\],.:;?}/…–-]/
const opener = /[([{¡¿„‚]/
/** After these a bracket may begin a line. */
const beforeBracket = /[!"#%&)*+,.:;=>?\\\]|}~]/
const bracket = /[([{<]/
/** Letters and symbols outside ASCII follow the standard where ASCII is kept together. */
const beforeForeign = /[!|}/]/
const ascii = /[!-~]/

/** Never parts from its neighbours: no-break spaces and joiners. */
export function isGlue(text: string): boolean {
  return text === '\u00a0' || text === '\u202f' || text === '\u2060' || text === '\ufeff' || text === '\u2011'
}

/** May a line begin with `here`, right after `last`? `before` is what stands before that; a space at the start. */
export function listWordBreaks(before: string, last: string, here: string): boolean {
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

/** A letter or digit of ASCII: most of what is asked for. */
function isPlain(character: string): boolean {
  const code = character.charCodeAt(0)
  return isDigit(character) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9'
}
