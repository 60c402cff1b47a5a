import { z } from 'zod'

/** Bounds of the voice socket's messages. */
export const voiceFrameLimits = {
  /** A session description of the largest room, in characters. */
  sdp: 32 * 1024,
  /** A whole message, in bytes. */
  frame: 64 * 1024,
  /** People in one room; the tenth of them on a small server is the quiet majority. */
  people: 25,
  /** Voices that are carried at the same time; in a larger room the loudest are. */
  slots: 8,
} as const

const id = z.string().min(1).max(64)
const sdp = z.string().min(1).max(voiceFrameLimits.sdp)

/** Somebody in a voice room; `c` names this connection of theirs. */
const voicePerson = z.object({
  c: id,
  uid: id,
  name: z.string(),
  photo: z.string().nullable(),
  /** Their microphone is open, or opens when they press the key. */
  mic: z.boolean(),
  hand: z.boolean(),
  /** Their sound arrives at the server. */
  connected: z.boolean(),
})

/** What a page may say on the voice socket; JSON text. */
export const voiceClientFrames = z.discriminatedUnion('t', [
  /** First of all, with the ticket of `phonicsroom/token`. */
  z.object({ t: z.literal('hello'), token: z.string().min(1).max(4096), mic: z.boolean() }),
  z.object({ t: z.literal('answer'), offer: z.int().min(0), sdp }),
  /** The network has changed: a new offer is wanted. */
  z.object({ t: z.literal('renew') }),
  z.object({ t: z.literal('mic'), on: z.boolean() }),
  z.object({ t: z.literal('hand'), up: z.boolean() }),
  /** Admins: closes somebody's microphone, or everybody's but one's own; only they themselves open it again. */
  z.object({ t: z.literal('mute'), c: id.nullable() }),
  /** Admins: ends somebody's voice. */
  z.object({ t: z.literal('remove'), c: id }),
])
export type VoiceClientFrame = z.infer<typeof voiceClientFrames>

/** What the server says on the voice socket; JSON text. */
export const voiceServerFrames = z.discriminatedUnion('t', [
  z.object({ t: z.literal('joined'), c: id, moderator: z.boolean() }),
  z.object({ t: z.literal('offer'), offer: z.int().min(0), sdp }),
  /** Where the server is reached, once it has taken the answer: who calls earlier is not known yet and turned away. */
  z.object({ t: z.literal('candidates'), offer: z.int().min(0), candidates: z.array(z.string()) }),
  /** The sound goes through a LiveKit server; the token admits this connection to its room within a minute. */
  z.object({ t: z.literal('livekit'), url: z.string().min(1), token: z.string().min(1) }),
  z.object({ t: z.literal('people'), people: z.array(voicePerson) }),
  /** Whose voice each slot carries. */
  z.object({ t: z.literal('slots'), slots: z.array(id.nullable()) }),
  /** Who is speaking now. */
  z.object({ t: z.literal('speaking'), c: z.array(id) }),
  /** An admin has closed one's microphone. */
  z.object({ t: z.literal('muted'), by: z.string() }),
  z.object({ t: z.literal('moderator'), moderator: z.boolean() }),
  /** Seconds left in the owner's plan; sent when few are left. */
  z.object({ t: z.literal('minutes'), remain: z.int().min(0) }),
  /** The sound is lost for the moment; an offer follows by itself. */
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
