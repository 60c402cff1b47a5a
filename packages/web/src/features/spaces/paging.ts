import { effect, untracked } from '@preact/signals-core'
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient, UseQueryResult } from '@tanstack/react-query'
import type { SpaceListItem } from '@tavla/contract'
import { useEffect, useState } from 'react'
import { api } from '../../platform/network/api.ts'
import { getCallPrefix } from '../../platform/network/call-query.ts'
import { isOffline } from '../../platform/failure.ts'
import { onNetworkLost, onReconnect } from '../../platform/network/live-connection.ts'
import { tabSocket } from '../../state/index.ts'
import { getPageQuery, spacesPerPage } from './page-query.ts'
import type { SpaceSearch } from './page-query.ts'

/** Polling interval of visible pages. The person's own changes refetch them immediately. */
const pollIntervalMs = 30_000

/** Indices from `first` (inclusive) to `end` (exclusive). */
interface IndexRange {
  readonly first: number
  readonly end: number
}

/** A list of any length of which only the visible pages are fetched. */
export interface SpacePages {
  readonly total: number
  /** The space at an index; undefined until its page is loaded. */
  get(index: number): SpaceListItem | undefined
  /** The visible spaces that are loaded. */
  readonly loaded: readonly SpaceListItem[]
  readonly isPending: boolean
  readonly error: Error | null
  refetch(): Promise<unknown>
  /** The spaces from `first` to `last`, both inclusive; fetches missing pages. */
  fetchRange(first: number, last: number): Promise<SpaceListItem[]>
}

const defaultSearch: SpaceSearch = { filter: 'all', sort: 'updated', key: '', folder: null, opened: false }

/** The first page of all spaces, the dashboard's default view. */
export function useAllSpaces(enabled: boolean) {
  return useQuery({ ...getPageQuery(defaultSearch, 0), enabled })
}

/** The person's spaces. `getRange` returns the visible indices for a total. The first page is always fetched, as it has the total. */
export function useSpacePages(search: SpaceSearch, getRange: (total: number) => IndexRange): SpacePages {
  const client = useQueryClient()
  const first = useQuery({
    ...getPageQuery(search, 0),
    refetchInterval: pollIntervalMs,
    // Keeps the previous list while typing or sorting.
    placeholderData: keepPreviousData,
  })
  const connectionError = useConnectionError(first)
  useRefetchOnReconnect(client)
  const { isPlaceholderData } = first
  const total = isPlaceholderData ? first.data.list.length : (first.data?.total ?? 0)
  const pages = isPlaceholderData ? [] : listLaterPages(getRange(total))
  const laterQueries = useQueries({
    queries: pages.map((page) => ({ ...getPageQuery(search, page), refetchInterval: pollIntervalMs })),
  })

  const getList = (page: number): readonly SpaceListItem[] | undefined =>
    page === 0 ? first.data?.list : laterQueries[pages.indexOf(page)]?.data?.list
  const failedQuery = [first, ...laterQueries].find(({ isError }) => isError)

  return {
    total,
    get: (index) => getList(Math.floor(index / spacesPerPage))?.[index % spacesPerPage],
    loaded: [0, ...pages].flatMap((page) => getList(page) ?? []),
    // Without a response, the offline list is shown instead of placeholders.
    isPending: first.isPending && connectionError === null,
    error: failedQuery?.error ?? connectionError,
    refetch: () => Promise.all([first, ...laterQueries].map((query) => query.refetch())),
    async fetchRange(from, last) {
      const pageNumbers = listPages({ first: from, end: last + 1 })
      const lists: SpaceListItem[][] = []
      for (const page of pageNumbers) {
        const { select, ...query } = getPageQuery(search, page)
        lists.push(select(await client.fetchQuery({ ...query, staleTime: Infinity })).list)
      }
      const start = (pageNumbers[0] ?? 0) * spacesPerPage
      return lists.flat().slice(from - start, last + 1 - start)
    },
  }
}

/** The connection error of the last request, from the first failure until the next response, including retries. */
function useConnectionError({
  failureReason,
  dataUpdatedAt,
}: Pick<UseQueryResult<unknown>, 'failureReason' | 'dataUpdatedAt'>): Error | null {
  const [failure, setFailure] = useState<{ readonly error: Error; readonly since: number } | null>(null)
  if (isOffline(failureReason) && failureReason !== null && failure?.error !== failureReason)
    setFailure({ error: failureReason, since: dataUpdatedAt })
  const isReconnected = failure !== null && dataUpdatedAt !== failure.since
  return failure === null || isReconnected ? null : failure.error
}

/** Refetches the list when the network or the live connection changes. */
function useRefetchOnReconnect(client: QueryClient): void {
  useEffect(() => {
    const refetch = () => void client.invalidateQueries({ queryKey: getCallPrefix(api.space.list) })
    const disposers = [onNetworkLost(refetch), onReconnect(refetch)]
    let previous: string | undefined
    disposers.push(
      effect(() => {
        const state = tabSocket.socket.value?.state.value
        if (previous !== undefined && state !== previous) untracked(refetch)
        previous = state
      }),
    )
    return () => {
      for (const dispose of disposers) dispose()
    }
  }, [client])
}

/** The page numbers that a range overlaps. */
export function listPages({ first, end }: IndexRange): number[] {
  const firstPage = Math.floor(first / spacesPerPage)
  return Array.from(
    { length: Math.max(0, Math.ceil(end / spacesPerPage) - firstPage) },
    (_, offset) => firstPage + offset,
  )
}

const listLaterPages = (range: IndexRange) => listPages(range).filter((page) => page > 0)
