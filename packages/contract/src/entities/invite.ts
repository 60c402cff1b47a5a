import { z } from 'zod'
import { lengths } from '../limits.ts'
import { GivenRole } from '../roles.ts'
import { Bool, Email, SpaceId, textOfBytes, Time, Uid } from '../wire.ts'
import { Space } from './space.ts'

/** What an invitation sends; spec §3. `data` is the client's own, such as which page to open. */
export const Invite = z.object({
  role: GivenRole,
  email: z.array(Email).min(1).max(lengths.invitees),
  data: textOfBytes(lengths.inviteDataBytes).default(''),
  send_email: Bool,
})
export type Invite = z.infer<typeof Invite>

/** What became of one address. */
export const InviteOutcome = z.object({
  email: z.string(),
  result: z.enum(['invited', 'member', 'refused']),
  reason: z.string().optional(),
  /** Only when no mail was to be sent. */
  link: z.string().optional(),
})
export type InviteOutcome = z.infer<typeof InviteOutcome>

/** The space that somebody came into, and what the invitation was to open there; a link opens nothing in particular. */
export const AcceptedInvite = Space.extend({ opens: z.object({ data: z.string(), voice: z.boolean() }) })
export type AcceptedInvite = z.infer<typeof AcceptedInvite>

/** A role link of a space. */
export const InviteLink = z.object({
  token: z.string(),
  url: z.string(),
  role: GivenRole,
  expiresAt: Time.nullable(),
  uses: z.int(),
  maxUses: z.int().nullable(),
  /** Only addresses of this domain. */
  domain: z.string().nullable(),
  guests: z.boolean(),
  createdAt: Time,
})
export type InviteLink = z.infer<typeof InviteLink>

/** What a link tells anybody who holds it, and no more; decisions §4. */
export const InviteInfo = z.object({
  wid: SpaceId,
  name: z.string(),
  photo: z.string().nullable(),
  inviter: z.object({ name: z.string(), photo: z.string().nullable() }),
  role: GivenRole,
  guests: z.boolean(),
})
export type InviteInfo = z.infer<typeof InviteInfo>

/** Somebody asks to be let in. */
export const AccessRequest = z.object({
  uid: Uid,
  name: z.string(),
  photo: z.string().nullable(),
  role: GivenRole,
  note: z.string(),
  createdAt: Time,
  state: z.enum(['waiting', 'granted', 'refused']),
  /** From when on the admins may be reminded; null where nobody waits for them. */
  remindAt: Time.nullable(),
  /** Told to those who decide: the owner has no seat left for this person. */
  needsSeat: z.boolean(),
})
export type AccessRequest = z.infer<typeof AccessRequest>
