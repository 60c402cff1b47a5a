import { lengths } from './limits.ts'

/**
 * The address rule of spec §5: local part of letters, digits, `_ . -`; `@`; a domain part of the same characters;
 * then one or two alphabetic suffixes. The domain part may itself hold dots, so a second suffix is always part of it
 * too, and looking for the last dot is enough. Walks the text once, since a pattern with two overlapping repeats
 * could be made to run long.
 */
export function isEmail(text: string): boolean {
  if (text.length > lengths.email) return false
  const at = text.indexOf('@')
  const lastDot = text.lastIndexOf('.')
  if (at < 1 || lastDot < at + 2) return false
  return (
    every(text, 0, at, isEmailUnit) &&
    every(text, at + 1, lastDot, isEmailUnit) &&
    every(text, lastDot + 1, text.length, isCharacter)
  )
}

/** True for a part that is not empty and passes throughout. */
function every(text: string, from: number, to: number, passes: (unit: number) => boolean): boolean {
  for (let at = from; at < to; at += 1) if (!passes(text.charCodeAt(at))) return false
  return to > from
}

function isCharacter(unit: number): boolean {
  return (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122)
}

function isEmailUnit(unit: number): boolean {
  return isCharacter(unit) || (unit >= 48 && unit <= 57) || unit === 95 || unit === 46 || unit === 45
}
