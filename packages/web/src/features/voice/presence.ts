import { effect, signal } from '@preact/signals-core'
import { useEffect, useState } from 'react'
import { tabSocket } from '../../state/index.ts'

/** User ids of the people who are speaking in this tab's room. */
export const speakingUids = signal<ReadonlySet<string>>(new Set())

/** State of the button in the top bar. */
export const ownVoice = signal<'outside' | 'joining' | 'muted' | 'open'>('outside')

/** User ids in a board's voice room, also outside of it. */
export function useVoicePeople(wid: string): readonly string[] {
  const [uids, setUids] = useState<readonly string[]>([])
  useEffect(() => {
    const stopListening = tabSocket.listen()
    const stopWatching = effect(() => {
      const socket = tabSocket.socket.value
      if (socket?.state.value !== 'open') return
      socket.send({ t: 'watch', wids: [wid] })
      const stop = socket.onOnline((spaces) => {
        const here = spaces.find((space) => space.wid === wid)
        if (here) setUids(here.voice ?? [])
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
  }, [wid])
  return uids
}
