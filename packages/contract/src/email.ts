import { lengths } from './limits.ts'

/**
 * Email rule of spec §5: local part of letters, digits, `_ . -`; `@`; domain of the same characters; then one or
 * two alphabetic suffixes. Since the domain can contain dots, checking after the last dot is sufficient. A single
 * pass, because a pattern with overlapping repeats could be exploited to run long.
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

/** Whether a non-empty part consists of matching characters only. */
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
