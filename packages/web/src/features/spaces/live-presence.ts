import { effect, signal } from '@preact/signals-core'
import { useQueryClient } from '@tanstack/react-query'
import type { SpaceListItem } from '@tavla/contract'
import { useEffect } from 'react'
import { api } from '../../platform/network/api.ts'
import { allOfCall } from '../../platform/network/call-query.ts'
import { session, tabSocket } from '../../state/index.ts'

interface Page {
  readonly list: readonly SpaceListItem[]
}

/** How many people are in the voice rooms of the boards that are watched. */
export const voiceCounts = signal<ReadonlyMap<string, number>>(new Map())

type Online = ReadonlyMap<string, readonly string[]>

/** The page with who is there now; the same object where nothing changed. */
export function withOnline<P extends Page>(page: P, online: Online): P {
  const list = page.list.map((space) => {
    const uids = online.get(space.wid)
    return uids === undefined || uids.join(' ') === space.online.join(' ')
      ? space
      : { ...space, online: uids as SpaceListItem['online'] }
  })
  return list.every((space, at) => space === page.list[at]) ? page : { ...page, list }
}

/** Keeps who is in these spaces as it is now, over the tab's one connection. */
export function useLivePresence(wids: readonly string[]): void {
  const client = useQueryClient()
  const asked = wids.join(' ')
  useEffect(() => {
    if (asked === '') return
    const stopListening = tabSocket.listen()
    const stopWatching = effect(() => {
      const socket = tabSocket.socket.value
      if (socket?.state.value !== 'open') return
      socket.send({ t: 'watch', wids: asked.split(' ') })
      const stop = socket.onOnline((spaces) => {
        const voices = spaces.map(({ wid, voice = [] }) => [wid, voice.length] as const)
        voiceCounts.value = new Map([...voiceCounts.peek(), ...voices])
        const online = new Map(spaces.map(({ wid, uids }) => [wid, uids]))
        client.setQueriesData(
          { queryKey: allOfCall(api.space.list) },
          (page: Page | undefined) => page && withOnline(page, online),
        )
        session.onlineChanged()
      })
      return () => {
        stop()
        socket.send({ t: 'watch', wids: [] })
      }
    })
    return () => {
      stopWatching()
      stopListening()
    }
  }, [asked, client])
}
