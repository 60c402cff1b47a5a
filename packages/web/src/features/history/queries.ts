import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/network/api.ts'
import { callKey, callQuery } from '../../platform/network/call-query.ts'

/** Named versions, newest first. */
export function useVersions(wid: string) {
  return useQuery(callQuery(api.space.versions, { query: { wid } }, { quiet: true }))
}

/** An action on versions, after which the list is loaded again. */
function useVersionAction<Input>(wid: string, request: (input: Input) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: request,
    onSettled: () => client.invalidateQueries({ queryKey: callKey(api.space.versions, { query: { wid } }) }),
  })
}

export const useNameVersion = (wid: string) =>
  useVersionAction(wid, (input: { readonly seq: number; readonly name: string }) =>
    api.space.nameVersion({ body: { wid, ...input } }, { quiet: true }),
  )

export const useRenameVersion = (wid: string) =>
  useVersionAction(wid, (input: { readonly id: string; readonly name: string }) =>
    api.space.renameVersion({ body: { wid, ...input } }, { quiet: true }),
  )

export const useRemoveVersion = (wid: string) =>
  useVersionAction(wid, (id: string) => api.space.removeVersion({ query: { wid, id } }, { quiet: true }))
