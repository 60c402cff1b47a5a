/** Somebody who has a space open now. */
export interface OnlinePerson {
  readonly uid: string
  /** The page they look at. */
  readonly page: string | null
  readonly voice: boolean
}

/** Live messages to people and boards; the realtime part implements it. Called after the commit, never inside. */
export interface Push {
  /** To every open tab of a person. */
  notice(uid: string, notice: Readonly<Record<string, unknown>>): void
  /** Who may do what in a space has changed: its room asks again for everyone in it. */
  accessChanged(wid: string): void
  /** These sessions have ended: their sockets close. */
  sessionsEnded(sessionIds: readonly string[]): void
  online(wid: string): readonly OnlinePerson[]
}

/** Nobody is connected; until realtime attaches, and in tests without it. */
export const silentPush: Push = {
  notice: () => undefined,
  accessChanged: () => undefined,
  sessionsEnded: () => undefined,
  online: () => [],
}
