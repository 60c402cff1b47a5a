import { effect, signal } from '@preact/signals-core'
import { useEffect, useState } from 'react'
import { tabSocket } from '../../state/index.ts'

/** Who is speaking now in the room that this tab is in. */
export const speakingUids = signal<ReadonlySet<string>>(new Set())

/** What the button in the top bar shows of this tab's own voice. */
export const ownVoice = signal<'outside' | 'joining' | 'muted' | 'open'>('outside')

/** Who is in a board's voice room, also for those who are not. */
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
