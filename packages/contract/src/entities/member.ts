import { z } from 'zod'
import { lengths } from '../limits.ts'
import { Role } from '../roles.ts'
import { Id, SpaceId, text, Time, Uid } from '../wire.ts'
import { AccountKind } from './user.ts'

export const Member = z.object({
  /** Null while the invitation is pending. */
  uid: Uid.nullable(),
  name: z.string(),
  photo: z.string().nullable(),
  email: z.string().nullable(),
  /** Invited people count as full accounts. */
  kind: AccountKind,
  role: Role,
  groups: z.array(Id),
  online: z.boolean(),
  lastActiveAt: Time.nullable(),
  joinedAt: Time.nullable(),
  pending: z.boolean(),
  /** When the pending invitation was sent; null for members. */
  invitedAt: Time.nullable(),
  /** Named successor of the owner; visible to owner and admins. */
  successor: z.boolean(),
})
export type Member = z.infer<typeof Member>

/** A named, coloured set of members, for mentions, invitations and breakout views. */
export const MemberGroup = z.object({
  wid: SpaceId,
  id: Id,
  name: z.string(),
  color: z.string(),
  uids: z.array(Uid),
})
export type MemberGroup = z.infer<typeof MemberGroup>

/** A palette name or `#rrggbb`. */
export const GroupColor = z.string().regex(/^([a-z]{1,20}|#[0-9a-f]{6})$/, 'is no colour')

/** A group to store; a missing id creates a new one. */
export const MemberGroupDraft = z.object({
  id: Id.optional(),
  name: text(1, lengths.groupName),
  color: GroupColor,
  uids: z.array(Uid).max(1000),
})
export type MemberGroupDraft = z.infer<typeof MemberGroupDraft>

/** A user with the space open. */
export const OnlineMember = z.object({
  uid: Uid,
  name: z.string(),
  photo: z.string().nullable(),
  /** The page they have open. */
  page: z.string().nullable(),
  voice: z.boolean(),
})
export type OnlineMember = z.infer<typeof OnlineMember>
