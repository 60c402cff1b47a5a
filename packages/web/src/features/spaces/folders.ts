import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Folder } from '@tavla/contract'
import { api } from '../../platform/network/api.ts'
import { getCallPrefix, callQuery } from '../../platform/network/call-query.ts'

/** A folder to be saved; a new one has no id. */
export interface FolderDraft {
  readonly id?: string
  readonly name: string
  readonly wids: readonly string[]
}

type Drafts = readonly FolderDraft[]

/** Moves spaces to a folder; null removes them from their folders. */
export function moveToFolder(folders: Drafts, wids: readonly string[], target: string | null): FolderDraft[] {
  const moving = new Set(wids)
  return folders.map((folder) => {
    const remaining = folder.wids.filter((wid) => !moving.has(wid))
    return {
      ...folder,
      wids: folder.id !== undefined && folder.id === target ? [...remaining, ...moving] : remaining,
    }
  })
}

/** Adds a folder that contains these spaces at the end. */
export function addFolder(folders: Drafts, name: string, wids: readonly string[]): FolderDraft[] {
  return [...moveToFolder(folders, wids, null), { name, wids }]
}

export function renameFolder(folders: Drafts, id: string, name: string): FolderDraft[] {
  return folders.map((folder) => (folder.id === id ? { ...folder, name } : folder))
}

/** Removes a folder. Its spaces are then in no folder. */
export function removeFolder(folders: Drafts, id: string): FolderDraft[] {
  return folders.filter((folder) => folder.id !== id)
}

const foldersQuery = callQuery(api.space.folders, {})

export function useFolders() {
  return useQuery({ ...foldersQuery, select: ({ list }) => list })
}

/**
 * Changes the person's folders. The call replaces all of them, so each change is applied to the server's current list,
 * one change at a time.
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
      return client.invalidateQueries({ queryKey: getCallPrefix(api.space.list) })
    },
  })
}
