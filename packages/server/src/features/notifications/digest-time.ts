/** The daily email is there when the day begins. */
const DIGEST_HOUR = 8
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A name of the time zone database that this server knows, else the world's time. */
export function knownTimeZone(name: unknown): string {
  if (typeof name !== 'string') return 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    // Browsers and servers know different names.
    return 'UTC'
  }
}

/** What the clock on the wall shows there, read as if it were the world's time, ms. */
function wallTime(now: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(now)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

/** The day there, as `2026-11-21`. */
export const localDay = (now: number, timeZone: string): string =>
  new Date(wallTime(now, timeZone)).toISOString().slice(0, 10)

/** The next time after `now` at which a daily email is due there, ms. */
export function nextDigest(now: number, timeZone: string): number {
  const wall = wallTime(now, timeZone)
  const today = Math.floor(wall / DAY_MS) * DAY_MS
  for (const day of [today, today + DAY_MS]) {
    const due = getTime(day + DIGEST_HOUR * HOUR_MS, timeZone)
    if (due > now) return due
  }
  return now + DAY_MS
}

/** When the clock on the wall there shows this. Asked twice, since clocks may be put forward or back in between. */
function getTime(wall: number, timeZone: string): number {
  const guess = wall - (wallTime(wall, timeZone) - wall)
  return wall - (wallTime(guess, timeZone) - guess)
}
