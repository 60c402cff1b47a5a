/** Somebody who has a space open. */
export interface OnlinePerson {
  readonly uid: string
  /** The page they are viewing. */
  readonly page: string | null
  readonly voice: boolean
}

/** One per tab, by space; those of spaces that nobody has open are missing or empty. */
export type OnlinePeople = ReadonlyMap<string, readonly OnlinePerson[]>

/**
 * Live messages to people and boards; implemented by realtime. Call after the commit, never inside a
 * transaction.
 */
export interface Push {
  /** Sent to every open tab of a person. */
  notification(uid: string, notice: Readonly<Record<string, unknown>>): void
  /** Permissions in a space have changed: its room re-reads them. */
  accessChanged(wid: string): void
  /** These sessions have ended: their sockets are closed. */
  sessionsEnded(sessionIds: readonly string[]): void
  /** At all processes of the database. */
  listOnline(wids: readonly string[]): Promise<OnlinePeople>
}

/** Nobody is connected; until realtime attaches, and in tests without it. */
export const silentPush: Push = {
  notification: () => undefined,
  accessChanged: () => undefined,
  sessionsEnded: () => undefined,
  listOnline: () => Promise.resolve(new Map()),
}
