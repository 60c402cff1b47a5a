import type { MemberGroup } from '@tavla/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../platform/network/api.ts'
import { getCallPrefix } from '../../platform/network/call-query.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { settings } from '../../state/index.ts'

/** A space's groups, from the state that holds the groups of all spaces; reloaded when that state is marked stale. */
export function useGroups(wid: string): { groups: readonly MemberGroup[]; failure: unknown } {
  const all = useSignal(settings.group)
  const isStale = useSignal(settings.isReloadGroupMember)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => settings.reloadGroups(), [wid])
  useEffect(() => {
    if (!isStale) return
    settings.loadGroups().then(() => setFailure(null), setFailure)
  }, [isStale])
  return { groups: all.filter((group) => group.wid === wid), failure }
}

/** A group while it is edited; a new one has no id. */
export interface GroupDraft extends Pick<MemberGroup, 'name' | 'color'> {
  readonly id?: string | undefined
  readonly uids: readonly string[]
}

/** Replaces a space's groups and refetches the member lists, which show them. */
export function useSetGroups(wid: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (groups: readonly GroupDraft[]) =>
      api.space.setGroups({
        query: { wid },
        body: { groups: groups.map(({ id, name, color, uids }) => ({ id, name, color, uids: [...uids] })) },
      }),
    onSuccess() {
      settings.reloadGroups()
      return client.invalidateQueries({ queryKey: getCallPrefix(api.space.members) })
    },
  })
}
