import type { VoiceServerFrame } from '@tavla/contract/voice'
import type { VoiceEngine, VoiceEngineEvent, VoiceSocket } from '../ports/voice/port.ts'

/** An engine that carries nothing and tells what the test lets it tell. */
export function fakeVoiceEngine() {
  let listener: (event: VoiceEngineEvent) => void = () => undefined
  let tickets = 0
  const connected: string[] = []
  const engine: VoiceEngine = {
    kind: 'embedded',
    issueJoin: async () => ({ token: `fake${(tickets += 1)}`, url: '/nowhere' }),
    connect: ({ connId }) => void connected.push(connId),
    answer: () => undefined,
    setMic: () => undefined,
    remove: ({ connId }) => void connected.splice(connected.indexOf(connId), 1),
    participants: async () => [],
    onEvent: (hear) => void (listener = hear),
    isHealthy: () => true,
    close: async () => undefined,
  }
  return { engine, connected, emit: (event: VoiceEngineEvent) => listener(event) }
}

export interface FakePage {
  readonly frames: readonly VoiceServerFrame[]
  closedAs: string | null
  readonly socket: VoiceSocket
  until(isTrue: () => boolean): Promise<void>
}

export function fakePage(): FakePage {
  const frames: VoiceServerFrame[] = []
  const socket: VoiceSocket = {
    send(frame) {
      frames.push(frame)
      notify()
    },
    close(name) {
      page.closedAs = name
      notify()
    },
  }
  const page: FakePage = { frames, closedAs: null, socket, until }
  let changed: (() => void)[] = []
  const notify = (): void => {
    const waiting = changed
    changed = []
    for (const each of waiting) each()
  }
  async function until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await new Promise<void>((resolve) => changed.push(resolve))
  }
  return page
}
