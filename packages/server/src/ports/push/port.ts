/** Somebody who has a space open. */
export interface OnlinePerson {
  readonly uid: string
  /** The page they are viewing. */
  readonly page: string | null
  readonly voice: boolean
}

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
  online(wid: string): readonly OnlinePerson[]
}

/** Nobody is connected; until realtime attaches, and in tests without it. */
export const silentPush: Push = {
  notification: () => undefined,
  accessChanged: () => undefined,
  sessionsEnded: () => undefined,
  online: () => [],
}
