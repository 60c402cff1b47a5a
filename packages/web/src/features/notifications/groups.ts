import type { Notification } from '@tavla/contract'

/** Notifications of one space within a day; `wid` null: about the account. */
export interface SpaceGroup {
  readonly wid: string | null
  readonly notifications: readonly Notification[]
}

export interface DayGroup {
  /** Local day as `2026-11-21`. */
  readonly day: string
  readonly spaces: readonly SpaceGroup[]
}

const getDay = (time: string): string => {
  const date = new Date(time)
  const padTwo = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${padTwo(date.getMonth() + 1)}-${padTwo(date.getDate())}`
}

/** By day and by space, in the order of the newest notification of each. */
export function groupNotifications(list: readonly Notification[]): readonly DayGroup[] {
  const days = Map.groupBy(list, ({ createdAt }) => getDay(createdAt))
  return [...days].map(([day, dayNotifications]) => ({
    day,
    spaces: [...Map.groupBy(dayNotifications, ({ wid }) => wid)].map(([wid, notifications]) => ({
      wid,
      notifications,
    })),
  }))
}

/** Days since a local day; 0 is today. */
export function getDaysAgo(day: string, nowMs: number): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const now = new Date(nowMs)
  const getNoonUtc = (y: number, m: number, d: number) => Date.UTC(y, m, d, 12)
  return Math.round(
    (getNoonUtc(now.getFullYear(), now.getMonth(), now.getDate()) - getNoonUtc(year, month - 1, date)) /
      86_400_000,
  )
}
