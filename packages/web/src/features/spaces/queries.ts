import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { Space } from '@tavla/contract'
import { api } from '../../platform/network/api.ts'
import { getCallPrefix, callQuery } from '../../platform/network/call-query.ts'
import { getLanguage } from '../../platform/i18n.ts'
import { shrinkPhoto } from '../../platform/dom/photo.ts'
import { randomId } from '../../platform/random.ts'

/** The most recently opened spaces, of all or of those that a search finds. */
export function useRecentSpaces(limit: number, key: string) {
  return useQuery({
    ...callQuery(api.space.list, { query: { filter: 'all', sort: 'opened', key, limit } }),
    select: ({ list }) => list,
    // Keeps the previous list while typing.
    placeholderData: keepPreviousData,
  })
}

/** One space; disabled while the id is empty. */
export function useSpace(wid: string) {
  return useQuery({
    ...callQuery(api.space.info, { query: { wid } }),
    enabled: wid !== '',
  })
}

/** People who have the space open; fetched on demand. */
export function useOnline(wid: string, uids: readonly string[], enabled: boolean) {
  return useQuery({
    ...callQuery(api.space.online, { query: { id: wid } }, { quiet: true, scope: uids.join(' ') }),
    enabled,
  })
}

/** The built-in covers. */
export function useBuiltInCovers() {
  return useQuery({
    ...callQuery(api.space.builtInPhotos, {}),
    staleTime: Infinity,
  })
}

/** Templates in the current language. */
export function useTemplates() {
  return useQuery({
    ...callQuery(api.space.templates, { query: { lang: getLanguage() } }),
    select: ({ list }) => list,
    staleTime: Infinity,
  })
}

/** Refetches visible spaces, folders and plan usage after a change. */
export async function invalidateSpaces(client: QueryClient): Promise<void> {
  const { list, info, folders, limits } = api.space
  const affected = [list, info, folders, limits]
  await Promise.all(affected.map((call) => client.invalidateQueries({ queryKey: getCallPrefix(call) })))
}

function useSpaceChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: change, onSuccess: () => invalidateSpaces(client) })
}

interface NewSpace {
  readonly name: string
  readonly template?: string
  /** Id of a folder. */
  readonly folder?: string
}

export const useCreateSpace = () =>
  useSpaceChange((body: NewSpace) => api.space.create({ body }, { idempotencyKey: randomId() }))

export const useRenameSpace = () =>
  useSpaceChange((body: { wid: string; name: string }) => api.space.rename({ body }))

export const useDuplicateSpace = () =>
  useSpaceChange((space: Pick<Space, 'wid'> & { name: string }) => api.space.duplicate({ body: space }))

export const useLeaveSpace = () =>
  useSpaceChange((query: { wid: string; uid: string }) => api.space.removeMember({ query }))

/** A new cover: an uploaded file, a built-in image, the live preview (`auto`) or none. */
export type CoverChoice = { file: File } | { builtIn: string } | 'auto' | 'none'

export const useSetCover = (wid: string) =>
  useSpaceChange(async (choice: CoverChoice) => {
    if (choice === 'auto' || choice === 'none')
      return api.space.removePhoto({ query: { wid, auto: choice === 'auto' ? '1' : '0' } })
    if ('builtIn' in choice) return api.space.setPhoto({ body: { wid, photo: choice.builtIn } })
    return api.space.setPhoto({ body: { wid }, file: await shrinkPhoto(choice.file) })
  })
