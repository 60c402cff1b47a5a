/**
 * Why the server ends a socket, and what the client does about it.
 * - `reconnect`: try again with growing pauses; the outbox keeps everything.
 * - `reload`: this page is older than the server; only loading it anew helps.
 * - `sign-out`: the session has ended; treated like code 4001.
 */
export type CloseAction = 'reconnect' | 'reload' | 'sign-out'

export interface CloseReason {
  readonly code: number
  readonly action: CloseAction
}

export const closeCodes = {
  /** Not a message of this protocol, or not allowed at this moment. */
  bad_frame: { code: 4400, action: 'reconnect' },
  /** The ticket is unknown, used or older than 30 s; the next attempt brings a new one. */
  bad_ticket: { code: 4401, action: 'reconnect' },
  session_ended: { code: 4402, action: 'sign-out' },
  /** Opened from a page of another site. */
  bad_origin: { code: 4403, action: 'reconnect' },
  no_hello: { code: 4408, action: 'reconnect' },
  too_large: { code: 4413, action: 'reconnect' },
  outdated: { code: 4426, action: 'reload' },
  /** The page is newer than this server: a deployment is under way. */
  server_outdated: { code: 4427, action: 'reconnect' },
  too_many: { code: 4429, action: 'reconnect' },
  /** Took messages too slowly for too long. */
  too_slow: { code: 4430, action: 'reconnect' },
  no_heartbeat: { code: 4431, action: 'reconnect' },
  failure: { code: 4500, action: 'reconnect' },
  /** The server stops, or another process takes the room over. */
  draining: { code: 4503, action: 'reconnect' },
} as const satisfies Record<string, CloseReason>

export type CloseName = keyof typeof closeCodes

/** What to do after a close; codes that are not ours are network trouble. */
export function getCloseAction(code: number): CloseAction {
  for (const reason of Object.values(closeCodes)) if (reason.code === code) return reason.action
  return 'reconnect'
}
