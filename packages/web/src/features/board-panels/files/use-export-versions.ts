import { getMaxVersions, type DocumentView, type ExportedVersions, type TaskOptions } from '@tavla/canvas'
import type { Version } from '@tavla/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../platform/network/api.ts'
import { callQuery } from '../../../platform/network/call-query.ts'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { useBoard } from '../board-context.ts'

/** Opens a board's history to read the board at versions of it, in ascending order of their numbers. */
export type OpenVersions = (wid: string) => (seq: number, work: TaskOptions) => Promise<DocumentView>

/** The named versions that a package of the whole board can hold. */
export interface VersionChoice {
  /** The newest ones, oldest first. */
  readonly versions: readonly Version[]
  /** Number of older ones for which there is no room. */
  readonly left: number
  /** Why they cannot be read now; null if they can. */
  readonly problem: 'offline' | 'loading' | null
  open(): Promise<ExportedVersions>
}

export function useExportVersions(openVersions: OpenVersions): VersionChoice {
  const { replica, socket, space } = useBoard()
  const { wid } = space
  const { data } = useQuery(callQuery(api.space.versions, { query: { wid } }, { quiet: true }))
  const isOffline = useSignal(socket) !== 'open'
  const { complete, totalBytes } = useSignal(replica.progress)
  const isLoading = !complete && totalBytes > 0
  const all = data?.list ?? []
  const max = getMaxVersions(replica.document.size)
  const versions = all.slice(0, max).toReversed()
  return {
    versions,
    left: all.length - versions.length,
    problem: isOffline ? 'offline' : isLoading ? 'loading' : null,
    open: () => readNamedVersions(versions, openVersions(wid)),
  }
}

async function readNamedVersions(
  versions: readonly Version[],
  read: ReturnType<OpenVersions>,
): Promise<ExportedVersions> {
  const uids = [...new Set(versions.map(({ uid }) => uid))]
  const names = new Map(await Promise.all(uids.map(async (uid) => [uid, await getName(uid)] as const)))
  return {
    list: versions.map(({ name, time, uid }) => ({ name, time, by: names.get(uid) ?? '' })),
    read: (index, work) => read(versions[index]?.seq ?? 0, work),
  }
}

async function getName(uid: Version['uid']): Promise<string> {
  try {
    return (await api.user.info({ query: { uid } }, { quiet: true })).name
  } catch {
    // For example of a deleted account: the version is worth having without it.
    return ''
  }
}
