import { z } from 'zod'
import { defineCall } from '../call.ts'
import {
  AccessRequest,
  AcceptedInvite,
  Invite,
  InviteInfo,
  InviteLink,
  InviteOutcome,
} from '../entities/invite.ts'
import { Member, MemberGroup, MemberGroupDraft, OnlineMember } from '../entities/member.ts'
import { Space } from '../entities/space.ts'
import { AccountKind } from '../entities/user.ts'
import { lengths } from '../limits.ts'
import { GivenRole, Role } from '../roles.ts'
import {
  Bool,
  Flag,
  Id,
  int,
  KnownEmail,
  Language,
  getList,
  paging,
  Secret,
  SpaceId,
  text,
  Time,
  Uid,
} from '../wire.ts'

const ofSpace = z.object({ wid: SpaceId })

function inviteCall(path: string, summary: string) {
  return defineCall({
    method: 'POST',
    path,
    summary,
    auth: 'editor',
    space: 'query.wid',
    query: () => z.object({ wid: SpaceId, lang: Language }),
    body: () => Invite,
    data: () => getList(InviteOutcome),
    codes: ['limit_reached'],
  })
}

const people = {
  groups: defineCall({
    method: 'GET',
    path: '/api/space/member/group',
    summary: 'Groups of members, of all my spaces or of one',
    auth: 'user',
    query: () => z.object({ wid: SpaceId.optional() }),
    data: () => getList(MemberGroup),
    codes: ['not_found'],
  }),
  setGroups: defineCall({
    method: 'PUT',
    path: '/api/space/member/group',
    summary: "Replace a space's groups of members",
    auth: 'admin',
    space: 'query.wid',
    query: () => ofSpace,
    body: () => z.object({ groups: z.array(MemberGroupDraft).max(100) }),
    data: () => getList(MemberGroup),
  }),
  members: defineCall({
    method: 'GET',
    path: '/api/space/member',
    summary: 'Members of a space; all=1 answers everyone at once, pending too',
    auth: 'viewer',
    space: 'query.wid',
    query: () =>
      z.object({
        wid: SpaceId,
        ...paging,
        key: text(0, 120).default(''),
        all: Flag.default(false),
        role: Role.optional(),
        kind: AccountKind.optional(),
        group: Id.optional(),
      }),
    data: () => getList(Member),
  }),
  setRole: defineCall({
    method: 'POST',
    path: '/api/space/member/role',
    summary: "Change a member's role, or a pending invitation's",
    auth: 'admin',
    space: 'query.wid',
    query: () => ofSpace,
    body: () =>
      z
        .object({ uid: Uid.optional(), email: KnownEmail.optional(), role: GivenRole })
        .refine((body) => (body.uid === undefined) !== (body.email === undefined), {
          message: 'name either uid or email',
          path: ['uid'],
        }),
    data: () => Member,
    codes: ['owner_must_transfer', 'guest_not_allowed'],
  }),
  transferOwnership: defineCall({
    method: 'POST',
    path: '/api/space/member/transferrole',
    summary: 'Make another member the owner; the old owner becomes admin',
    auth: 'owner',
    space: 'query.wid',
    query: () => ofSpace,
    body: () => z.object({ uid: Uid }),
    data: () => Space,
    codes: ['guest_not_allowed', 'limit_reached'],
  }),
  invite: inviteCall('/api/space/member/invite', 'Invite people to a space by e-mail'),
  inviteToVoice: inviteCall('/api/space/member/invite/voice', 'Invite people into the voice room of a space'),
  invitationLink: defineCall({
    method: 'POST',
    path: '/api/space/member/invite/link',
    summary: "The link of a pending invitation; from then on accepting it doesn't confirm the address",
    auth: 'editor',
    space: 'query.wid',
    query: () => ofSpace,
    body: () => z.object({ email: KnownEmail }),
    data: () => z.object({ link: z.string() }),
    codes: ['not_found'],
    custom: true,
  }),
  online: defineCall({
    method: 'GET',
    path: '/api/space/member/online',
    summary: 'Who has the space open now',
    auth: 'viewer',
    space: 'query.id',
    query: () => z.object({ id: SpaceId }),
    data: () => getList(OnlineMember),
  }),
  removeMember: defineCall({
    method: 'DELETE',
    path: '/api/space/member',
    summary: 'Leave, remove a member, or withdraw a pending invitation',
    // Viewers can remove only themselves; for others the handler requires an admin.
    auth: 'viewer',
    space: 'query.wid',
    query: () =>
      z
        .object({ wid: SpaceId, uid: Uid.optional(), email: KnownEmail.optional() })
        .refine((query) => (query.uid === undefined) !== (query.email === undefined), {
          message: 'name either uid or email',
          path: ['uid'],
        }),
    codes: ['owner_must_transfer'],
    custom: true,
  }),
}

const links = {
  inviteLink: defineCall({
    method: 'GET',
    path: '/api/space/invitelink',
    summary: 'The link that lets people in with a role; made the first time',
    auth: 'admin',
    space: 'query.wid',
    query: () => z.object({ wid: SpaceId, role: GivenRole }),
    data: () => InviteLink,
  }),
  inviteInfo: defineCall({
    method: 'GET',
    path: '/api/space/invitelink/info',
    summary: 'What a link opens, for anyone who has it',
    auth: 'opt',
    query: () => z.object({ token: Secret }),
    data: () => InviteInfo,
    codes: ['link_ended'],
  }),
  changeInviteLink: defineCall({
    method: 'POST',
    path: '/api/space/invitelink',
    summary: 'Limit a link, or give it a new token',
    auth: 'admin',
    space: 'body.wid',
    body: () =>
      z.object({
        wid: SpaceId,
        token: Secret,
        expiresAt: Time.nullable().optional(),
        maxUses: int(1, 1_000_000).nullable().optional(),
        domain: z
          .string()
          .max(253)
          .regex(/^[A-Za-z0-9_.-]+\.[A-Za-z]+$/, 'is no domain')
          .nullable()
          .optional(),
        guests: Bool.optional(),
        rotate: Bool.default(false),
      }),
    data: () => InviteLink,
    codes: ['link_ended'],
    custom: true,
  }),
  removeInviteLink: defineCall({
    method: 'DELETE',
    path: '/api/space/invitelink',
    summary: 'Revoke a link',
    auth: 'admin',
    space: 'query.wid',
    query: () => z.object({ wid: SpaceId, token: Secret }),
    custom: true,
  }),
  acceptInvite: defineCall({
    method: 'POST',
    path: '/api/space/invitelink/accept',
    summary: 'Come in by a link or a mail, or decline',
    auth: 'user',
    body: () => z.object({ token: Secret, decline: Bool.default(false) }),
    // Null after declining.
    data: () => AcceptedInvite.nullable(),
    codes: ['link_ended', 'forbidden', 'guest_not_allowed', 'limit_reached'],
    custom: true,
  }),
}

const requests = {
  requestAccess: defineCall({
    method: 'POST',
    path: '/api/space/access',
    summary: 'Ask to be let in, or remind of it; answers alike for a space that does not exist',
    auth: 'user',
    body: () => z.object({ wid: SpaceId, note: text(0, lengths.accessNote).default(''), role: GivenRole }),
    data: () => AccessRequest,
    custom: true,
  }),
  accessRequests: defineCall({
    method: 'GET',
    path: '/api/space/access',
    summary: 'For admins who asks to be let in, for others their own request',
    auth: 'user',
    query: () => ofSpace,
    data: () => getList(AccessRequest),
    custom: true,
  }),
  withdrawAccess: defineCall({
    method: 'DELETE',
    path: '/api/space/access',
    summary: 'Take back my request',
    auth: 'user',
    query: () => ofSpace,
    custom: true,
  }),
  decideAccess: defineCall({
    method: 'POST',
    path: '/api/space/access/decide',
    summary: 'Let somebody in with a role, or refuse with null',
    auth: 'admin',
    space: 'body.wid',
    // `proof` is part of the email's links, so that a URL alone cannot decide a request.
    body: () => z.object({ wid: SpaceId, uid: Uid, role: GivenRole.nullable(), proof: Secret.optional() }),
    data: () => AccessRequest,
    codes: ['limit_reached'],
    custom: true,
  }),
}

/** Members, groups, links and requests. */
export const members = { ...people, ...links, ...requests }
