import { computed } from '@preact/signals-core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../platform/network/api.ts'
import { callKey } from '../../../platform/network/call-query.ts'
import { useBoard } from '../board-context.ts'
import type { VersionBoard } from './restore-versions.ts'

/** The open board, on which named versions of a file can be restored. */
export function useVersionBoard(): VersionBoard {
  const { replica, files, socket, space } = useBoard()
  const { wid } = space
  const client = useQueryClient()
  return useMemo(() => {
    const forgetList = () =>
      client.invalidateQueries({ queryKey: callKey(api.space.versions, { query: { wid } }) })
    return {
      replica,
      files,
      isOnline: computed(() => socket.value === 'open'),
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
  }, [replica, files, socket, wid, client])
}
