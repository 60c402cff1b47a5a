import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { pageSize } from '@tavla/contract'
import type { AccountKind, GivenRole, Invite, NamedCall, Role } from '@tavla/contract'
import { useEffect } from 'react'
import { api } from '../../platform/network/api.ts'
import { getCallPrefix, callKey, callQuery } from '../../platform/network/call-query.ts'
import { getLanguage } from '../../platform/i18n.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { session } from '../../state/index.ts'

export interface MemberSearch {
  readonly wid: string
  /** Counts from 1. */
  readonly page: number
  readonly key: string
  readonly role: Role | null
  /** Id of one of the space's groups. */
  readonly group: string | null
  readonly kind: AccountKind
}

/** One page of ten members. */
export function useMembers({ wid, page, key, role, group, kind }: MemberSearch) {
  return useQuery({
    ...callQuery(api.space.members, {
      query: {
        wid,
        start: (page - 1) * pageSize,
        limit: pageSize,
        key,
        kind,
        role: role ?? undefined,
        group: group ?? undefined,
      },
    }),
    placeholderData: keepPreviousData,
  })
}

/** The owner of a space. */
export function useOwner(wid: string, enabled: boolean) {
  return useQuery({
    ...callQuery(api.space.members, { query: { wid, role: 'owner', limit: 1 } }),
    select: ({ list }) => list[0] ?? null,
    enabled,
  })
}

/** People who have the space open; refetched when presence reports a change. */
export function useOnlineMembers(wid: string) {
  const client = useQueryClient()
  const changes = useSignal(session.refreshOnlineUser)
  useEffect(() => {
    void client.invalidateQueries({ queryKey: callKey(api.space.online, { query: { id: wid } }) })
  }, [changes, client, wid])
  const { data } = useQuery(callQuery(api.space.online, { query: { id: wid } }, { quiet: true }))
  return data?.list ?? null
}

/** Pending invitations: all of them for admins, else those the current person sent. */
export function usePendingInvites(wid: string, enabled: boolean) {
  return useQuery({
    ...callQuery(api.space.members, { query: { wid, all: '1' } }),
    select: ({ list }) => list.filter((member) => member.pending),
    enabled,
  })
}

/** Pending access requests. */
export function useAccessRequests(wid: string) {
  return useQuery({
    ...callQuery(api.space.accessRequests, { query: { wid } }),
    select: ({ list }) => list.filter(({ state }) => state === 'waiting'),
  })
}

/** The invite link for a role; the server creates it on the first request. */
export function useInviteLink(wid: string, role: GivenRole, enabled: boolean) {
  return useQuery({
    ...callQuery(api.space.inviteLink, { query: { wid, role } }),
    enabled,
  })
}

/** Changes members or links, then refetches the affected lists. */
function useChange<Input, Output>(change: (input: Input) => Promise<Output>, ...affected: NamedCall[]) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    // Every change of members can also take or free a seat.
    onSuccess: () =>
      Promise.all(
        [...affected, api.space.limits].map((call) =>
          client.invalidateQueries({ queryKey: getCallPrefix(call) }),
        ),
      ),
  })
}

export function useInviteMembers(wid: string) {
  return useChange(({ voice = false, ...body }: Invite & { readonly voice?: boolean }) => {
    const request = { query: { wid, lang: getLanguage() }, body }
    return voice ? api.space.inviteToVoice(request) : api.space.invite(request)
  }, api.space.members)
}

/** Copies the link of a pending invitation. */
export function useCopyInvitationLink(wid: string) {
  return useMutation({
    async mutationFn(email: string) {
      const { link } = await api.space.invitationLink({ query: { wid }, body: { email } })
      await navigator.clipboard.writeText(link)
    },
  })
}

export interface LinkChange {
  readonly token: string
  readonly expiresAt?: string | null
  readonly guests?: boolean
  readonly maxUses?: number | null
  readonly domain?: string | null
  readonly rotate?: boolean
}

export function useChangeLink(wid: string) {
  return useChange(
    (body: LinkChange) => api.space.changeInviteLink({ body: { wid, ...body } }),
    api.space.inviteLink,
  )
}

export function useRemoveLink(wid: string) {
  return useMutation({
    mutationFn: (token: string) => api.space.removeInviteLink({ query: { wid, token } }),
  })
}

/** Identifies a member by uid, a pending invitation by email. */
export type MemberId = { readonly uid: string } | { readonly email: string }

export function useSetRole(wid: string) {
  return useChange(
    ({ member, role }: { member: MemberId; role: GivenRole }) =>
      api.space.setRole({ query: { wid }, body: { ...member, role } }),
    api.space.members,
  )
}

/** Grants access with a role, or declines with null. */
export function useDecideAccess(wid: string) {
  return useChange(
    (answer: { uid: string; role: GivenRole | null }) => api.space.decideAccess({ body: { wid, ...answer } }),
    api.space.members,
    api.space.accessRequests,
  )
}

export function useRemoveMember(wid: string) {
  return useChange(
    (member: MemberId) => api.space.removeMember({ query: { wid, ...member } }),
    api.space.members,
    api.space.list,
    api.space.groups,
  )
}

/** Null removes the successor. */
export function useSetSuccessor(wid: string) {
  return useChange((uid: string | null) => api.space.setSuccessor({ body: { wid, uid } }), api.space.members)
}

export function useClaimOwnership(wid: string) {
  return useMutation({ mutationFn: () => api.space.claim({ body: { wid } }) })
}

export function useTransferOwnership(wid: string) {
  return useChange(
    (uid: string) => api.space.transferOwnership({ query: { wid }, body: { uid } }),
    api.space.members,
    api.space.list,
    api.space.info,
  )
}
