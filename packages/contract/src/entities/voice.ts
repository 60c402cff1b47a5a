import { z } from 'zod'
import { Bool, text, Time } from '../wire.ts'

export const InputModel = z.enum(['speak-freely', 'push-to-speak'])
export type InputModel = z.infer<typeof InputModel>

const KeyName = text(1, 40)

/** The user's voice settings for all spaces; names from spec §3. */
export const VoiceSettings = z.object({
  speakFreelyKeyName: KeyName,
  pushToSpeakKeyName: KeyName,
  inputModel: InputModel,
  inputDevice: text(0, 512).optional(),
  outputDevice: text(0, 512).optional(),
  noiseSuppression: Bool,
  /** Our additions; defaults: on, on, off, on. */
  echoCancellation: Bool.optional(),
  autoGainControl: Bool.optional(),
  joinMuted: Bool.optional(),
  chime: Bool.optional(),
})
export type VoiceSettings = z.infer<typeof VoiceSettings>

const IceServer = z.object({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
})

/** Single-use ticket for the voice room, valid for 60 s. */
export const VoiceTicket = z.object({
  token: z.string(),
  url: z.string(),
  kind: z.enum(['embedded', 'livekit', 'janus']),
  iceServers: z.array(IceServer),
  expiresAt: Time,
})
export type VoiceTicket = z.infer<typeof VoiceTicket>
