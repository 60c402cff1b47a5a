import { z } from 'zod'
import { lengths } from '../limits.ts'
import { GivenRole } from '../roles.ts'
import { Bool, Email, SpaceId, textOfBytes, Time, Uid } from '../wire.ts'
import { Space } from './space.ts'

/** Request of an invitation; spec §3. `data` is opaque, for example the page to open. */
export const Invite = z.object({
  role: GivenRole,
  email: z.array(Email).min(1).max(lengths.invitees),
  data: textOfBytes(lengths.inviteDataBytes).default(''),
  send_email: Bool,
})
export type Invite = z.infer<typeof Invite>

/** Result for one email address. */
export const InviteOutcome = z.object({
  email: z.string(),
  result: z.enum(['invited', 'member', 'refused']),
  reason: z.string().optional(),
  /** Only with `send_email` false. */
  link: z.string().optional(),
})
export type InviteOutcome = z.infer<typeof InviteOutcome>

/** The space that was joined, and what the invitation opens in it; empty for role links. */
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
  /** Restricts the link to email addresses of this domain. */
  domain: z.string().nullable(),
  guests: z.boolean(),
  createdAt: Time,
})
export type InviteLink = z.infer<typeof InviteLink>

/** Public information about a link; decisions §4. */
export const InviteInfo = z.object({
  wid: SpaceId,
  name: z.string(),
  photo: z.string().nullable(),
  inviter: z.object({ uid: Uid, name: z.string(), photo: z.string().nullable() }),
  role: GivenRole,
  guests: z.boolean(),
  /** It was sent to an email address that is not the caller's; false while signed out. */
  sentToOther: z.boolean(),
})
export type InviteInfo = z.infer<typeof InviteInfo>

/** A request for access to a space. */
export const AccessRequest = z.object({
  uid: Uid,
  name: z.string(),
  photo: z.string().nullable(),
  role: GivenRole,
  note: z.string(),
  createdAt: Time,
  state: z.enum(['waiting', 'granted', 'refused']),
  /** Earliest time of a reminder; null if the request is decided. */
  remindAt: Time.nullable(),
  /** Only for those who decide: the owner's plan has no seat left. */
  needsSeat: z.boolean(),
})
export type AccessRequest = z.infer<typeof AccessRequest>
