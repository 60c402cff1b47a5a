const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['week', 7 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
]

/** "3 hours ago", in the given language, long or short; under a minute it is "now". */
export function formatTimeAgo(
  time: string,
  nowMs: number,
  language: string,
  style: Intl.RelativeTimeFormatStyle = 'long',
): string {
  const seconds = Math.round((Date.parse(time) - nowMs) / 1000)
  const format = getTimeFormat(language, style)
  for (const [unit, length] of steps) {
    if (Math.abs(seconds) >= length) return format.format(Math.round(seconds / length), unit)
  }
  return format.format(0, 'second')
}

/** For example "21 November 2026". */
export function longDate(time: string, language: string): string {
  return getDateFormat(language).format(Date.parse(time))
}

// Creating a format takes longer than using it for a whole list.
const getTimeFormat = memoize(
  (language: string, style: Intl.RelativeTimeFormatStyle) =>
    new Intl.RelativeTimeFormat(language, { numeric: 'auto', style }),
)
const getDateFormat = memoize((language: string) => new Intl.DateTimeFormat(language, { dateStyle: 'long' }))

/** Keeps every result; for functions of few different arguments. */
function memoize<Args extends readonly string[], T>(create: (...args: Args) => T): (...args: Args) => T {
  const known = new Map<string, T>()
  return (...args) => {
    const key = args.join(' ')
    const found = known.get(key) ?? create(...args)
    known.set(key, found)
    return found
  }
}

/** At most `length` UTF-16 units, as the server counts; never within a character. */
export function truncateText(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
}

const byteSteps = [
  ['GiB', 1024 ** 3],
  ['MiB', 1024 ** 2],
  ['KiB', 1024],
] as const

/** For example "12.5 MiB", as in the limits of plans. */
export function bytesText(bytes: number, language: string): string {
  const [unit, size] = byteSteps.find(([, minBytes]) => bytes >= minBytes) ?? ['B', 1]
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(bytes / size)}\u00a0${unit}`
}
