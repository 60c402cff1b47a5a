import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Space, SpaceFilter, SpaceSort } from '@tavla/contract'
import { api } from '../../platform/api.ts'
import { randomId } from '../../platform/random.ts'
import { rememberSpaces } from './remembered.ts'

const perRequest = 48
/** How often the dashboard looks who is where; changes of one's own show at once. */
const lookAgainMs = 30_000

export interface SpaceSearch {
  readonly filter: SpaceFilter
  readonly sort: SpaceSort
  readonly key: string
}

/** My spaces, a screenful at a time. */
export function useSpaces({ filter, sort, key }: SpaceSearch) {
  return useInfiniteQuery({
    queryKey: ['space.list', { filter, sort, key }],
    async queryFn({ pageParam, signal }) {
      const page = await api.space.list(
        { query: { filter, sort, key, start: pageParam, limit: perRequest } },
        { signal },
      )
      if (filter === 'all' && key === '' && pageParam === 0) rememberSpaces(page.list)
      return page
    },
    initialPageParam: 0,
    getNextPageParam(last, pages) {
      const loaded = pages.reduce((sum, page) => sum + page.list.length, 0)
      return last.list.length > 0 && loaded < last.total ? loaded : undefined
    },
    placeholderData: keepPreviousData,
    refetchInterval: lookAgainMs,
  })
}

/** One space; `quiet` where a refusal is answered by going elsewhere. */
export function useSpace(wid: string) {
  return useQuery({
    queryKey: ['space.info', { wid }],
    queryFn: ({ signal }) => api.space.info({ query: { wid } }, { signal }),
    enabled: wid !== '',
  })
}

/** Names of those who have the space open, asked only when somebody wants to know. */
export function useOnline(wid: string, enabled: boolean) {
  return useQuery({
    queryKey: ['space.online', { wid }],
    queryFn: ({ signal }) => api.space.online({ query: { id: wid } }, { signal, quiet: true }),
    enabled,
  })
}

/** A change of spaces: afterwards the lists are asked again. */
function useSpaceChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () =>
      Promise.all(
        ['space.list', 'space.info', 'space.limits'].map((name) =>
          client.invalidateQueries({ queryKey: [name] }),
        ),
      ),
  })
}

export function useCreateSpace() {
  return useSpaceChange((name: string) =>
    api.space.create({ body: { name } }, { idempotencyKey: randomId() }),
  )
}

export const useRenameSpace = () =>
  useSpaceChange((body: { wid: string; name: string }) => api.space.rename({ body }))

export const useStarSpace = () =>
  useSpaceChange((body: { wid: string; on: boolean }) => api.space.star({ body }))

export const useTrashSpace = () => useSpaceChange((wid: string) => api.space.remove({ query: { wid } }))

export const useRestoreSpace = () => useSpaceChange((wid: string) => api.space.restore({ body: { wid } }))

export const useDeleteSpace = () =>
  useSpaceChange((wid: string) => api.space.remove({ query: { wid, forever: '1' } }))

export const useDuplicateSpace = () =>
  useSpaceChange((space: Pick<Space, 'wid'> & { name: string }) => api.space.duplicate({ body: space }))

export const useLeaveSpace = () =>
  useSpaceChange((query: { wid: string; uid: string }) => api.space.removeMember({ query }))
