import type { VoiceServerFrame } from '@tavla/contract/voice'
import type { VoiceEngine, VoiceEngineEvent, VoiceSocket } from '../ports/voice/port.ts'

/** An engine without media; the test emits its events. */
export function fakeVoiceEngine() {
  let listener: (event: VoiceEngineEvent) => void = () => undefined
  let tickets = 0
  const connected: string[] = []
  const engine: VoiceEngine = {
    kind: 'embedded',
    createJoinTicket: async () => ({ token: `fake${(tickets += 1)}`, url: '/nowhere' }),
    connect: ({ connId }) => void connected.push(connId),
    answer: () => undefined,
    setMic: () => undefined,
    remove: ({ connId }) => void connected.splice(connected.indexOf(connId), 1),
    participants: async () => [],
    onEvent: (next) => void (listener = next),
    isHealthy: () => true,
    close: async () => undefined,
  }
  return { engine, connected, emit: (event: VoiceEngineEvent) => listener(event) }
}

export interface FakeVoiceSocket {
  readonly frames: readonly VoiceServerFrame[]
  closeName: string | null
  readonly socket: VoiceSocket
  waitUntil(isTrue: () => boolean): Promise<void>
}

export function fakeVoiceSocket(): FakeVoiceSocket {
  const frames: VoiceServerFrame[] = []
  const socket: VoiceSocket = {
    send(frame) {
      frames.push(frame)
      notify()
    },
    close(name) {
      page.closeName = name
      notify()
    },
  }
  const page: FakeVoiceSocket = { frames, closeName: null, socket, waitUntil }
  let changed: (() => void)[] = []
  const notify = (): void => {
    const waiting = changed
    changed = []
    for (const each of waiting) each()
  }
  async function waitUntil(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await new Promise<void>((resolve) => changed.push(resolve))
  }
  return page
}
