/**
 * Client reaction to a close code.
 * - `reconnect`: retry with exponential backoff; the outbox keeps all edits.
 * - `reload`: the page is older than the server and must be reloaded.
 * - `sign-out`: the session has ended; same as code 4001.
 */
export type CloseAction = 'reconnect' | 'reload' | 'sign-out'

export interface CloseReason {
  readonly code: number
  readonly action: CloseAction
}

export const closeCodes = {
  /** Not a valid message in the current state. */
  bad_frame: { code: 4400, action: 'reconnect' },
  /** The ticket is unknown, used or older than 30 s; the next attempt uses a new one. */
  bad_ticket: { code: 4401, action: 'reconnect' },
  session_ended: { code: 4402, action: 'sign-out' },
  /** Opened from another origin. */
  bad_origin: { code: 4403, action: 'reconnect' },
  no_hello: { code: 4408, action: 'reconnect' },
  too_large: { code: 4413, action: 'reconnect' },
  outdated: { code: 4426, action: 'reload' },
  /** The page is newer than the server, during a deployment. */
  server_outdated: { code: 4427, action: 'reconnect' },
  too_many: { code: 4429, action: 'reconnect' },
  /** Received messages too slowly for too long. */
  too_slow: { code: 4430, action: 'reconnect' },
  no_heartbeat: { code: 4431, action: 'reconnect' },
  failure: { code: 4500, action: 'reconnect' },
  /** The server is stopping, or another process takes over the room. */
  draining: { code: 4503, action: 'reconnect' },
} as const satisfies Record<string, CloseReason>

export type CloseName = keyof typeof closeCodes

/** The reaction to a close code. Unknown codes are treated as network failures. */
export function getCloseAction(code: number): CloseAction {
  for (const reason of Object.values(closeCodes)) if (reason.code === code) return reason.action
  return 'reconnect'
}
