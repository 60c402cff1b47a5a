import { z } from 'zod'

/** Limits of voice socket messages. */
export const voiceFrameLimits = {
  /** Session description of the largest room, in characters. */
  sdp: 32 * 1024,
  /** A message, in bytes. */
  frame: 64 * 1024,
  /** People per room. */
  people: 25,
  /** Voices transmitted at the same time; in larger rooms the loudest ones. */
  slots: 8,
} as const

const id = z.string().min(1).max(64)
const sdp = z.string().min(1).max(voiceFrameLimits.sdp)

/** A participant; `c` identifies the connection. */
const voicePerson = z.object({
  c: id,
  uid: id,
  name: z.string(),
  photo: z.string().nullable(),
  /** The microphone is on, or turns on with the push-to-talk key. */
  mic: z.boolean(),
  hand: z.boolean(),
  /** Audio arrives at the server. */
  connected: z.boolean(),
})

/** Client messages of the voice socket, as JSON text. */
export const voiceClientFrames = z.discriminatedUnion('t', [
  /** The first message, with the ticket of `phonicsroom/token`. */
  z.object({ t: z.literal('hello'), token: z.string().min(1).max(4096), mic: z.boolean() }),
  z.object({ t: z.literal('answer'), offer: z.int().min(0), sdp }),
  /** The network has changed: requests a new offer. */
  z.object({ t: z.literal('renew') }),
  z.object({ t: z.literal('mic'), on: z.boolean() }),
  z.object({ t: z.literal('hand'), up: z.boolean() }),
  /** Admins only: mutes a participant, or all others. Only participants can unmute themselves. */
  z.object({ t: z.literal('mute'), c: id.nullable() }),
  /** Admins only: removes a participant. */
  z.object({ t: z.literal('remove'), c: id }),
])
export type VoiceClientFrame = z.infer<typeof voiceClientFrames>

/** Server messages of the voice socket, as JSON text. */
export const voiceServerFrames = z.discriminatedUnion('t', [
  z.object({ t: z.literal('joined'), c: id, moderator: z.boolean() }),
  z.object({ t: z.literal('offer'), offer: z.int().min(0), sdp }),
  /** ICE candidates of the server, sent after it has processed the answer; earlier requests would be rejected. */
  z.object({ t: z.literal('candidates'), offer: z.int().min(0), candidates: z.array(z.string()) }),
  /** Audio uses a LiveKit server; the token is valid for one minute. */
  z.object({ t: z.literal('livekit'), url: z.string().min(1), token: z.string().min(1) }),
  z.object({ t: z.literal('people'), people: z.array(voicePerson) }),
  /** The participant in each slot. */
  z.object({ t: z.literal('slots'), slots: z.array(id.nullable()) }),
  /** Participants who are speaking. */
  z.object({ t: z.literal('speaking'), c: z.array(id) }),
  /** An admin muted this participant. */
  z.object({ t: z.literal('muted'), by: z.string() }),
  z.object({ t: z.literal('moderator'), moderator: z.boolean() }),
  /** Remaining seconds of the owner's plan; sent when few are left. */
  z.object({ t: z.literal('minutes'), remain: z.int().min(0) }),
  /** Audio was interrupted; an offer follows automatically. */
  z.object({ t: z.literal('interrupted') }),
])
export type VoiceServerFrame = z.infer<typeof voiceServerFrames>
export type VoicePerson = z.infer<typeof voicePerson>

export function decodeVoiceClientFrame(text: string): VoiceClientFrame | null {
  return decode(voiceClientFrames, text)
}

export function decodeVoiceServerFrame(text: string): VoiceServerFrame | null {
  return decode(voiceServerFrames, text)
}

function decode<T>(schema: z.ZodType<T>, text: string): T | null {
  if (text.length > voiceFrameLimits.frame) return null
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
