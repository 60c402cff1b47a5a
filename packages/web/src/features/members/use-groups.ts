import type { MemberGroup } from '@tavla/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../platform/network/api.ts'
import { allOfCall } from '../../platform/network/call-query.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { settings } from '../../state/index.ts'

/** A space's groups, out of the state that holds those of all spaces; asked again whenever that state says so. */
export function useGroups(wid: string): { groups: readonly MemberGroup[]; failure: unknown } {
  const all = useSignal(settings.group)
  const asksAgain = useSignal(settings.isReloadGroupMember)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => settings.reloadGroups(), [wid])
  useEffect(() => {
    if (!asksAgain) return
    settings.loadGroups().then(() => setFailure(null), setFailure)
  }, [asksAgain])
  return { groups: all.filter((group) => group.wid === wid), failure }
}

/** A group as the editor holds it; one without an id is new. */
export interface GroupDraft extends Pick<MemberGroup, 'name' | 'color'> {
  readonly id?: string | undefined
  readonly uids: readonly string[]
}

/** Replaces a space's groups; the lists of members name them, so they are asked again, too. */
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
      return client.invalidateQueries({ queryKey: allOfCall(api.space.members) })
    },
  })
}
