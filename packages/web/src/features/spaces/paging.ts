import { effect, untracked } from '@preact/signals-core'
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient, UseQueryResult } from '@tanstack/react-query'
import type { SpaceListItem, SpaceFilter, SpaceSort } from '@tavla/contract'
import { useEffect, useState } from 'react'
import { api } from '../../platform/network/api.ts'
import { allOfCall, callQuery } from '../../platform/network/call-query.ts'
import { isOffline } from '../../platform/failure.ts'
import { onNetworkGone, onReconnect } from '../../platform/network/live-connection.ts'
import { tabSocket } from '../../state/index.ts'
import { rememberSpaces } from './remembered.ts'

const perPage = 60
/** How often the boards on view are asked for again; changes of one's own show at once. */
const lookAgainMs = 30_000

export interface SpaceSearch {
  readonly filter: SpaceFilter
  readonly sort: SpaceSort
  readonly key: string
  /** One of my folders; null looks everywhere. */
  readonly folder: string | null
  /** Only boards that I have opened, the first page of them. */
  readonly opened: boolean
}

/** Places `first` up to, but not with, `end`. */
interface Span {
  readonly first: number
  readonly end: number
}

/** A list of any length of which only the pages on view are asked for. */
export interface SpacePages {
  readonly total: number
  /** Undefined where it has not come yet. */
  at(place: number): SpaceListItem | undefined
  /** Those on view that have come. */
  readonly loaded: readonly SpaceListItem[]
  readonly isPending: boolean
  readonly error: Error | null
  refetch(): Promise<unknown>
  /** Both ends included; asks for what has not come. */
  between(first: number, last: number): Promise<SpaceListItem[]>
}

type SpacePage = Awaited<ReturnType<typeof api.space.list>>

/** The first page, of the boards last opened: those that never were stand at its end. */
function withOpened(page: SpacePage): SpacePage {
  const list = page.list.filter(({ openedAt }) => openedAt !== null)
  return { list, total: list.length }
}

function getPage(search: SpaceSearch, page: number) {
  const { filter, sort, key, folder, opened } = search
  const range = { start: page * perPage, limit: perPage }
  const asked = callQuery(api.space.list, {
    query: { filter, sort, key, ...(folder === null ? {} : { folder }), ...range },
  })
  return {
    ...asked,
    // Anyone who turns to another filter while an act is under way must not be shown what was there before it.
    staleTime: 0,
    async queryFn(context: { signal: AbortSignal }) {
      const answer = await asked.queryFn(context)
      if (filter === 'all' && key === '' && folder === null && page === 0) rememberSpaces(answer.list)
      return answer
    },
    select: (answer: SpacePage) => (opened ? withOpened(answer) : answer),
  }
}

const all: SpaceSearch = { filter: 'all', sort: 'updated', key: '', folder: null, opened: false }

/** The first of all boards, as the dashboard shows them at first. */
export function useAllSpaces(enabled: boolean) {
  return useQuery({ ...getPage(all, 0), enabled })
}

/** My spaces. `getRun` says which places are on view among so many; the first page is always asked for, since it knows how many. */
export function useSpacePages(search: SpaceSearch, getRun: (total: number) => Span): SpacePages {
  const client = useQueryClient()
  const first = useQuery({
    ...getPage(search, 0),
    refetchInterval: lookAgainMs,
    // What was there stays while one types or sorts.
    placeholderData: keepPreviousData,
  })
  const away = useAway(first)
  useProbes(client)
  const { isPlaceholderData } = first
  const total = isPlaceholderData ? first.data.list.length : (first.data?.total ?? 0)
  const pages = isPlaceholderData ? [] : laterPages(getRun(total))
  const later = useQueries({
    queries: pages.map((page) => ({ ...getPage(search, page), refetchInterval: lookAgainMs })),
  })

  const getList = (page: number): readonly SpaceListItem[] | undefined =>
    page === 0 ? first.data?.list : later[pages.indexOf(page)]?.data?.list
  const failed = [first, ...later].find(({ isError }) => isError)

  return {
    total,
    at: (place) => getList(Math.floor(place / perPage))?.[place % perPage],
    loaded: [0, ...pages].flatMap((page) => getList(page) ?? []),
    // Without an answer and without a list, what is remembered is shown at once instead of placeholders.
    isPending: first.isPending && away === null,
    error: failed?.error ?? away,
    refetch: () => Promise.all([first, ...later].map((query) => query.refetch())),
    async between(from, last) {
      const wanted = getPages({ first: from, end: last + 1 })
      const lists: SpaceListItem[][] = []
      for (const page of wanted) {
        const { select, ...query } = getPage(search, page)
        lists.push(select(await client.fetchQuery({ ...query, staleTime: Infinity })).list)
      }
      const start = (wanted[0] ?? 0) * perPage
      return lists.flat().slice(from - start, last + 1 - start)
    },
  }
}

/** Why the last try got no answer, from the first failure until the next answer, however often it is tried meanwhile. */
function useAway({
  failureReason,
  dataUpdatedAt,
}: Pick<UseQueryResult<unknown>, 'failureReason' | 'dataUpdatedAt'>): Error | null {
  const [away, setAway] = useState<{ readonly error: Error; readonly since: number } | null>(null)
  if (isOffline(failureReason) && failureReason !== null && away?.error !== failureReason)
    setAway({ error: failureReason, since: dataUpdatedAt })
  const isBack = away !== null && dataUpdatedAt !== away.since
  return away === null || isBack ? null : away.error
}

/** Looks again whenever the network or the live connection comes or goes, so that the page knows within a moment. */
function useProbes(client: QueryClient): void {
  useEffect(() => {
    const probe = () => void client.invalidateQueries({ queryKey: allOfCall(api.space.list) })
    const stops = [onNetworkGone(probe), onReconnect(probe)]
    let before: string | undefined
    stops.push(
      effect(() => {
        const state = tabSocket.socket.value?.state.value
        if (before !== undefined && state !== before) untracked(probe)
        before = state
      }),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [client])
}

/** The pages that a span touches. */
export function getPages({ first, end }: Span): number[] {
  const from = Math.floor(first / perPage)
  return Array.from({ length: Math.max(0, Math.ceil(end / perPage) - from) }, (_, at) => from + at)
}

const laterPages = (span: Span) => getPages(span).filter((page) => page > 0)
