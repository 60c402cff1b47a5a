import type { Calls } from '@tavla/contract'
import type { Handlers } from '../../context.ts'
import { acceptInvite, inviteInfo } from './accept-invite.ts'
import { accessRequests, requestAccess, withdrawAccess } from './requests/access-requests.ts'
import { decideAccess } from './requests/decide-access.ts'
import { listGroups, setGroups } from './groups.ts'
import { changeInviteLink, inviteLink, removeInviteLink } from './invite-links.ts'
import { getInvitationLink } from './invitation-link.ts'
import { inviteMembers } from './invite-members.ts'
import { listMembers } from './list-members.ts'
import { onlineMembers } from './online.ts'
import { personInfo } from './person-info.ts'
import { removeMember } from './remove-member.ts'
import { setRole } from './set-role.ts'
import { claimSpace, setSuccessor } from './successor.ts'
import { transferOwnership } from './transfer-ownership.ts'

export const space = {
  groups: (ctx, { query }) => listGroups(ctx, query.wid),
  setGroups: (ctx, { body }) => setGroups(ctx, body.groups),
  members: (ctx, { query }) => listMembers(ctx, query),
  setRole: (ctx, { body }) => setRole(ctx, body),
  transferOwnership: (ctx, { body }) => transferOwnership(ctx, body.uid),
  invite: (ctx, { query, body }) => inviteMembers(ctx, body, { lang: query.lang, voice: false }),
  inviteToVoice: (ctx, { query, body }) => inviteMembers(ctx, body, { lang: query.lang, voice: true }),
  invitationLink: (ctx, { body }) => getInvitationLink(ctx, body.email),
  online: (ctx) => onlineMembers(ctx),
  removeMember: (ctx, { query }) => removeMember(ctx, query),
  inviteLink: (ctx, { query }) => inviteLink(ctx, query.role),
  inviteInfo: (ctx, { query }) => inviteInfo(ctx, query.token),
  changeInviteLink: (ctx, { body }) => changeInviteLink(ctx, body),
  removeInviteLink: (ctx, { query }) => removeInviteLink(ctx, query.token),
  acceptInvite: (ctx, { body }) => acceptInvite(ctx, body.token, body.decline),
  requestAccess: (ctx, { body }) => requestAccess(ctx, body),
  accessRequests: (ctx, { query }) => accessRequests(ctx, query.wid),
  withdrawAccess: (ctx, { query }) => withdrawAccess(ctx, query.wid),
  decideAccess: (ctx, { body }) => decideAccess(ctx, body),
  setSuccessor: (ctx, { body }) => setSuccessor(ctx, body.uid),
  claim: (ctx) => claimSpace(ctx),
} satisfies Handlers<
  Pick<
    Calls['space'],
    | 'groups'
    | 'setGroups'
    | 'members'
    | 'setRole'
    | 'transferOwnership'
    | 'invite'
    | 'inviteToVoice'
    | 'invitationLink'
    | 'online'
    | 'removeMember'
    | 'inviteLink'
    | 'inviteInfo'
    | 'changeInviteLink'
    | 'removeInviteLink'
    | 'acceptInvite'
    | 'requestAccess'
    | 'accessRequests'
    | 'withdrawAccess'
    | 'decideAccess'
    | 'setSuccessor'
    | 'claim'
  >
>

export const user = {
  info: (ctx, { query }) => personInfo(ctx, query.uid),
} satisfies Partial<Handlers<Calls['user']>>
