/** Local hour at which the daily digest is sent. */
const DIGEST_HOUR = 8
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A time zone known to this server, else UTC. */
export function knownTimeZone(name: unknown): string {
  if (typeof name !== 'string') return 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    // Browsers and servers know different names.
    return 'UTC'
  }
}

/** Local wall-clock time expressed as if it were UTC, ms. */
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

/** The local date, as `2026-11-21`. */
export const localDay = (now: number, timeZone: string): string =>
  new Date(wallTime(now, timeZone)).toISOString().slice(0, 10)

/** The next time after `now` at which a daily digest is due there, ms. */
export function nextDigest(now: number, timeZone: string): number {
  const wall = wallTime(now, timeZone)
  const today = Math.floor(wall / DAY_MS) * DAY_MS
  for (const day of [today, today + DAY_MS]) {
    const due = getTime(day + DIGEST_HOUR * HOUR_MS, timeZone)
    if (due > now) return due
  }
  return now + DAY_MS
}

/**
 * Converts local wall-clock time to UTC ms. Computed twice, because daylight saving may change in between.
 */
function getTime(wall: number, timeZone: string): number {
  const guess = wall - (wallTime(wall, timeZone) - wall)
  return wall - (wallTime(guess, timeZone) - guess)
}
