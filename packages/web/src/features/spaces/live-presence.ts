import { effect, signal } from '@preact/signals-core'
import { useQueryClient } from '@tanstack/react-query'
import type { SpaceListItem } from '@tavla/contract'
import { useEffect } from 'react'
import { api } from '../../platform/network/api.ts'
import { getCallPrefix } from '../../platform/network/call-query.ts'
import { session, tabSocket } from '../../state/index.ts'

interface SpaceListPage {
  readonly list: readonly SpaceListItem[]
}

/** Number of participants in the voice rooms of watched spaces, by space id. */
export const voiceCounts = signal<ReadonlyMap<string, number>>(new Map())

type OnlineUids = ReadonlyMap<string, readonly string[]>

/** Returns the page with updated online lists; the same object if nothing changed. */
export function applyOnline<P extends SpaceListPage>(page: P, online: OnlineUids): P {
  const list = page.list.map((space) => {
    const uids = online.get(space.wid)
    return uids === undefined || uids.join(' ') === space.online.join(' ')
      ? space
      : { ...space, online: uids as SpaceListItem['online'] }
  })
  return list.every((space, at) => space === page.list[at]) ? page : { ...page, list }
}

/** Keeps the online lists of these spaces up to date over the tab's live connection. */
export function useLivePresence(wids: readonly string[]): void {
  const client = useQueryClient()
  const watchedIds = wids.join(' ')
  useEffect(() => {
    if (watchedIds === '') return
    const stopListening = tabSocket.listen()
    const stopWatching = effect(() => {
      const socket = tabSocket.socket.value
      if (socket?.state.value !== 'open') return
      socket.send({ t: 'watch', wids: watchedIds.split(' ') })
      const stopReceiving = socket.onOnline((spaces) => {
        const voices = spaces.map(({ wid, voice = [] }) => [wid, voice.length] as const)
        voiceCounts.value = new Map([...voiceCounts.peek(), ...voices])
        const online = new Map(spaces.map(({ wid, uids }) => [wid, uids]))
        client.setQueriesData(
          { queryKey: getCallPrefix(api.space.list) },
          (page: SpaceListPage | undefined) => page && applyOnline(page, online),
        )
        session.onlineChanged()
      })
      return () => {
        stopReceiving()
        socket.send({ t: 'watch', wids: [] })
      }
    })
    return () => {
      stopWatching()
      stopListening()
    }
  }, [watchedIds, client])
}
