import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Folder } from '@tavla/contract'
import { api } from '../../platform/network/api.ts'
import { allOfCall, callQuery } from '../../platform/network/call-query.ts'

/** A folder as it is written back; one without an id is new. */
export interface FolderDraft {
  readonly id?: string
  readonly name: string
  readonly wids: readonly string[]
}

type Drafts = readonly FolderDraft[]

/** Out of whatever folder they are in, and into this one; null leaves them in none. */
export function withMoved(folders: Drafts, wids: readonly string[], to: string | null): FolderDraft[] {
  const moving = new Set(wids)
  return folders.map((folder) => {
    const stays = folder.wids.filter((wid) => !moving.has(wid))
    return { ...folder, wids: folder.id !== undefined && folder.id === to ? [...stays, ...moving] : stays }
  })
}

/** A new folder at the end, with these boards in it. */
export function withAdded(folders: Drafts, name: string, wids: readonly string[]): FolderDraft[] {
  return [...withMoved(folders, wids, null), { name, wids }]
}

export function withRenamed(folders: Drafts, id: string, name: string): FolderDraft[] {
  return folders.map((folder) => (folder.id === id ? { ...folder, name } : folder))
}

/** Its boards stay where they are, in no folder. */
export function withoutFolder(folders: Drafts, id: string): FolderDraft[] {
  return folders.filter((folder) => folder.id !== id)
}

const foldersQuery = callQuery(api.space.folders, {})

export function useFolders() {
  return useQuery({ ...foldersQuery, select: ({ list }) => list })
}

/**
 * Changes one's folders. The call replaces all of them, so each change is laid over what the server has now, one after
 * the other.
 */
export function useChangeFolders() {
  const client = useQueryClient()
  return useMutation({
    scope: { id: 'folders' },
    async mutationFn(change: (folders: readonly Folder[]) => FolderDraft[]) {
      const { list } = await api.space.folders()
      const drafts = change(list).map(({ id, name, wids }) => ({
        ...(id === undefined ? {} : { id }),
        name,
        wids: [...wids],
      }))
      return api.space.setFolders({ body: { list: drafts } })
    },
    onSuccess(folders) {
      client.setQueryData(foldersQuery.queryKey, folders)
      return client.invalidateQueries({ queryKey: allOfCall(api.space.list) })
    },
  })
}
