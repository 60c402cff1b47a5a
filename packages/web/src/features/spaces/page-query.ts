import type { SpaceFilter, SpaceSort } from '@tavla/contract'
import { api } from '../../platform/network/api.ts'
import { callQuery } from '../../platform/network/call-query.ts'
import { storeOfflineSpaces } from './offline-spaces.ts'

export const spacesPerPage = 60

export interface SpaceSearch {
  readonly filter: SpaceFilter
  readonly sort: SpaceSort
  readonly key: string
  /** Id of a folder; null for all. */
  readonly folder: string | null
  /** Only spaces that the person has opened; limited to the first page. */
  readonly opened: boolean
}

type SpacePage = Awaited<ReturnType<typeof api.space.list>>

/** Drops spaces that were never opened. They are last in this order, so the first page is enough. */
function removeUnopened(page: SpacePage): SpacePage {
  const list = page.list.filter(({ openedAt }) => openedAt !== null)
  return { list, total: list.length }
}

/** The request for one page of the boards that a search finds. */
export function getPageRequest({ filter, sort, key, folder }: SpaceSearch, page: number) {
  const range = { start: page * spacesPerPage, limit: spacesPerPage }
  return callQuery(api.space.list, {
    query: { filter, sort, key, ...(folder === null ? {} : { folder }), ...range },
  })
}

/** Options of `useQuery` for one page of the boards that a search finds. */
export function getPageQuery(search: SpaceSearch, page: number) {
  const { filter, key, folder, opened } = search
  const request = getPageRequest(search, page)
  return {
    ...request,
    // Changing the filter during an action must not show results from before it.
    staleTime: 0,
    async queryFn(context: { signal: AbortSignal }) {
      const answer = await request.queryFn(context)
      if (filter === 'all' && key === '' && folder === null && page === 0) storeOfflineSpaces(answer.list)
      return answer
    },
    select: (answer: SpacePage) => (opened ? removeUnopened(answer) : answer),
  }
}
