import { computed } from '@preact/signals-core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../platform/network/api.ts'
import { callKey } from '../../../platform/network/call-query.ts'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { session } from '../../../state/index.ts'
import { useBoard } from '../board-context.ts'
import { keepRestoration } from './pending-import.ts'
import type { VersionBoard } from './restore-versions.ts'

/** The open board, on which named versions of a file can be restored. */
export function useVersionBoard(): VersionBoard {
  const { replica, files, socket, space } = useBoard()
  const { wid } = space
  const client = useQueryClient()
  const uid = useSignal(session.userInfo)?.uid ?? ''
  return useMemo(() => {
    const forgetList = () =>
      client.invalidateQueries({ queryKey: callKey(api.space.versions, { query: { wid } }) })
    return {
      replica,
      files,
      isOnline: computed(() => socket.value === 'open'),
      keepRestoration: (file, restore) => keepRestoration({ uid, wid }, file, restore),
      async countVersions() {
        const { list } = await api.space.versions({ query: { wid } }, { quiet: true })
        return list.length
      },
      async nameVersion(seq, name, signal) {
        const { id } = await api.space.nameVersion({ body: { wid, seq, name } }, { signal, quiet: true })
        await forgetList()
        return id
      },
      async removeName(id) {
        await api.space.removeVersion({ query: { wid, id } }, { quiet: true })
        await forgetList()
      },
    }
  }, [replica, files, socket, wid, uid, client])
}
