import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { Space } from '@tavla/contract'
import { api } from '../../platform/network/api.ts'
import { allOfCall, callQuery } from '../../platform/network/call-query.ts'
import { language } from '../../platform/i18n.ts'
import { shrinkPhoto } from '../../platform/dom/photo.ts'
import { randomId } from '../../platform/random.ts'

/** The boards opened last, for a short list. */
export function useLastOpened(limit: number) {
  return useQuery({
    ...callQuery(api.space.list, { query: { filter: 'all', sort: 'opened', limit } }),
    select: ({ list }) => list,
  })
}

/** One space; nothing is asked while the id is empty. */
export function useSpace(wid: string) {
  return useQuery({
    ...callQuery(api.space.info, { query: { wid } }),
    enabled: wid !== '',
  })
}

/** Names of those who have the space open, asked only when somebody wants to know. */
export function useOnline(wid: string, uids: readonly string[], enabled: boolean) {
  return useQuery({
    ...callQuery(api.space.online, { query: { id: wid } }, { quiet: true, scope: uids.join(' ') }),
    enabled,
  })
}

/** Photos that come with the product. */
export function useBuiltInPhotos() {
  return useQuery({
    ...callQuery(api.space.builtInPhotos, {}),
    staleTime: Infinity,
  })
}

/** The boards to begin with, in my language. */
export function useTemplates() {
  return useQuery({
    ...callQuery(api.space.templates, { query: { lang: language() } }),
    select: ({ list }) => list,
    staleTime: Infinity,
  })
}

/** Spaces have changed: what is on view is asked again, and how much of the plan is used. */
export async function spacesChanged(client: QueryClient): Promise<void> {
  const { list, info, folders, limits } = api.space
  const touched = [list, info, folders, limits]
  await Promise.all(touched.map((call) => client.invalidateQueries({ queryKey: allOfCall(call) })))
}

function useSpaceChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: change, onSuccess: () => spacesChanged(client) })
}

interface NewSpace {
  readonly name: string
  readonly template?: string
  /** One of my folders. */
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

/** What a space's photo becomes: a file, one of the built-in ones, the board itself, or none. */
export type PhotoChoice = { file: File } | { builtIn: string } | 'auto' | 'none'

export const useSetPhoto = (wid: string) =>
  useSpaceChange(async (choice: PhotoChoice) => {
    if (choice === 'auto' || choice === 'none')
      return api.space.removePhoto({ query: { wid, auto: choice === 'auto' ? '1' : '0' } })
    if ('builtIn' in choice) return api.space.setPhoto({ body: { wid, photo: choice.builtIn } })
    return api.space.setPhoto({ body: { wid }, file: await shrinkPhoto(choice.file) })
  })
