import type { AccessRequest } from '@tavla/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/network/api.ts'
import { callQuery } from '../../platform/network/call-query.ts'
import { session } from '../../state/index.ts'

const isMine = ({ uid }: AccessRequest): boolean => uid === session.userInfo.peek()?.uid

/** How often to ask again while an answer is awaited where no live connection brings it. */
const lookAgainMs = 10_000

interface Options {
  readonly quiet?: boolean
  readonly enabled?: boolean
  /** Asks again while the request waits. */
  readonly watch?: boolean
}

/** What I asked for in this space; null: nothing. Those who run the space are answered with everybody's requests. */
export function useMyAccessRequest(wid: string, { quiet = false, enabled = true, watch = false }: Options) {
  return useQuery({
    ...callQuery(api.space.accessRequests, { query: { wid } }, { quiet }),
    select: ({ list }) => list.find(isMine) ?? null,
    enabled,
    refetchInterval: ({ state }) =>
      watch && state.data?.list.find(isMine)?.state === 'waiting' ? lookAgainMs : false,
  })
}

/** Puts my request, as the server answered it, in the place of the one before; null: it was withdrawn. */
export function useStoreAccessRequest(wid: string): (request: AccessRequest | null) => void {
  const client = useQueryClient()
  const { queryKey } = callQuery(api.space.accessRequests, { query: { wid } })
  return (request) => {
    client.setQueryData(queryKey, (answer) => {
      const others = (answer?.list ?? []).filter((one) => !isMine(one))
      const list = request === null ? others : [...others, request]
      return { list, total: list.length }
    })
  }
}
