import type { AccessRequest } from '@tavla/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/network/api.ts'
import { callQuery } from '../../platform/network/call-query.ts'
import { session } from '../../state/index.ts'

const isOwnRequest = ({ uid }: AccessRequest): boolean => uid === session.userInfo.peek()?.uid

/** Polling interval while a request is pending, for pages without a live connection. */
const pollIntervalMs = 10_000

interface AccessRequestOptions {
  readonly quiet?: boolean
  readonly enabled?: boolean
  /** Polls while the request is pending. */
  readonly watch?: boolean
}

/** The current person's access request for a space, or null. Admins get everybody's requests, so the list is filtered. */
export function useMyAccessRequest(
  wid: string,
  { quiet = false, enabled = true, watch = false }: AccessRequestOptions,
) {
  return useQuery({
    ...callQuery(api.space.accessRequests, { query: { wid } }, { quiet }),
    select: ({ list }) => list.find(isOwnRequest) ?? null,
    enabled,
    refetchInterval: ({ state }) =>
      watch && state.data?.list.find(isOwnRequest)?.state === 'waiting' ? pollIntervalMs : false,
  })
}

/** Returns a function that stores the server's answer in the cache; null after the request was withdrawn. */
export function useStoreAccessRequest(wid: string): (request: AccessRequest | null) => void {
  const client = useQueryClient()
  const { queryKey } = callQuery(api.space.accessRequests, { query: { wid } })
  return (request) => {
    client.setQueryData(queryKey, (cached) => {
      const others = (cached?.list ?? []).filter((request) => !isOwnRequest(request))
      const list = request === null ? others : [...others, request]
      return { list, total: list.length }
    })
  }
}
