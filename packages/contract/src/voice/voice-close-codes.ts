/**
 * Close codes of the voice socket. `rejoin`: the page reconnects with a new ticket; otherwise it shows the
 * reason.
 */
export const voiceCloseCodes = {
  bad_frame: { code: 4400, rejoin: false },
  /** The ticket is unknown, used or older than 60 s. */
  bad_ticket: { code: 4401, rejoin: true },
  session_ended: { code: 4402, rejoin: false },
  bad_origin: { code: 4403, rejoin: false },
  /** Removed by an admin. */
  removed: { code: 4405, rejoin: false },
  /** Not, or no longer, a member of the space. */
  no_access: { code: 4406, rejoin: false },
  no_hello: { code: 4408, rejoin: true },
  /** The user joined in another tab. */
  replaced: { code: 4409, rejoin: false },
  full: { code: 4410, rejoin: false },
  /** The plan's minutes of this month are used up. */
  quota: { code: 4411, rejoin: false },
  too_many: { code: 4429, rejoin: true },
  no_heartbeat: { code: 4431, rejoin: true },
  failure: { code: 4500, rejoin: true },
  draining: { code: 4503, rejoin: true },
} as const satisfies Record<string, { readonly code: number; readonly rejoin: boolean }>

export type VoiceCloseName = keyof typeof voiceCloseCodes

/** The name of a close code; null for other codes, which are network failures. */
export function getVoiceCloseName(code: number): VoiceCloseName | null {
  const names = Object.keys(voiceCloseCodes) as VoiceCloseName[]
  return names.find((name) => voiceCloseCodes[name].code === code) ?? null
}
