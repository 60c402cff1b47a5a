import { LONG_ORDER_KEY, MAX_ORDER_KEY } from './limits.ts'

/**
 * Order keys are fractions in base 62, compared as strings (fractional indexing). New keys end in random digits,
 * so that two users who insert at one position rarely create the same key; equal keys are ordered by id.
 */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE = DIGITS.length
/**
 * Keys start with an integer part of this many digits, so that a billion insertions at the top do not lengthen
 * them.
 */
const WHOLE_DIGITS = 6
const RANDOM_DIGITS = 3

/** Returns a number in [0, 1). Injected for reproducible tests. */
export type Random = () => number

const VALID = /^[0-9A-Za-z]*[1-9A-Za-z]$/

/** A key that ends in the smallest digit would leave no room before it. */
export function isOrderKey(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_ORDER_KEY && VALID.test(value)
}

/** Whether the server should replace the key by a shorter one. */
export function isLongOrderKey(key: string): boolean {
  return key.length > LONG_ORDER_KEY
}

/**
 * A key after `below` and before `above`; null is the open end. If the two are equal or out of order, the key
 * comes right after `below`.
 */
export function createKeyBetween(below: string | null, above: string | null, random: Random): string {
  const upper = below !== null && above !== null && above <= below ? null : above
  return stem(below, upper) + suffix(random)
}

/** `count` keys in ascending order between the two; their length grows with the logarithm of `count`. */
export function createKeysBetween(
  below: string | null,
  above: string | null,
  count: number,
  random: Random,
): string[] {
  if (count <= 0) return []
  if (above === null) return climb(below, count, random)
  const middle = createKeyBetween(below, above, random)
  const before = Math.floor((count - 1) / 2)
  return [
    ...createKeysBetween(below, middle, before, random),
    middle,
    ...createKeysBetween(middle, above, count - 1 - before, random),
  ]
}

function climb(below: string | null, count: number, random: Random): string[] {
  const keys: string[] = []
  for (let last = below; keys.length < count;) {
    last = createKeyBetween(last, null, random)
    keys.push(last)
  }
  return keys
}

/** Digits strictly between the two keys, not a prefix of either. */
function stem(below: string | null, above: string | null): string {
  const whole = getWholeBetween(below, above)
  if (whole !== undefined) return whole
  let digits = ''
  let bounded = above !== null
  for (let i = 0; ; i++) {
    const low = getDigit(below ?? '', i, 0)
    const high = bounded ? getDigit(above ?? '', i, 0) : BASE
    if (high - low >= 2) return digits + DIGITS[low + Math.floor((high - low) / 2)]
    digits += DIGITS[low]
    if (high > low) bounded = false
  }
}

/** The common case: an integer step above the highest key or below the lowest one. */
function getWholeBetween(below: string | null, above: string | null): string | undefined {
  if (below === null && above === null) return writeWhole(Math.floor(BASE ** WHOLE_DIGITS / 2))
  if (below !== null && above === null) {
    const next = readWhole(below) + 1
    return next < BASE ** WHOLE_DIGITS ? writeWhole(next) : undefined
  }
  if (below === null && above !== null) {
    const next = readWhole(above) - 1
    return next > 0 ? writeWhole(next) : undefined
  }
  return undefined
}

function readWhole(key: string): number {
  let value = 0
  for (let i = 0; i < WHOLE_DIGITS; i++) value = value * BASE + getDigit(key, i, 0)
  return value
}

function writeWhole(value: number): string {
  let digits = ''
  for (let rest = value, i = 0; i < WHOLE_DIGITS; i++) {
    digits = DIGITS[rest % BASE] + digits
    rest = Math.floor(rest / BASE)
  }
  return digits
}

function getDigit(key: string, index: number, absent: number): number {
  const char = key[index]
  return char === undefined ? absent : DIGITS.indexOf(char)
}

function suffix(random: Random): string {
  let digits = ''
  for (let i = 0; i < RANDOM_DIGITS - 1; i++) digits += DIGITS[Math.floor(random() * BASE)]
  return digits + DIGITS[1 + Math.floor(random() * (BASE - 1))]
}

/** A record with its place among its siblings. */
export interface Ordered {
  readonly id: string
  readonly z: string
}

/** Whether a record with this id and order key is below the other one: by key, equal keys by id. */
export function isBelow(id: string, z: string, otherId: string, otherZ: string): boolean {
  return z === otherZ ? id < otherId : z < otherZ
}
