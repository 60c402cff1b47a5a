import { createServer, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { manualClock } from '../../clock/manual.ts'
import type { VoiceEngineEvent } from '../port.ts'
import { LiveKitVoiceEngine } from './livekit-voice-engine.ts'

interface Call {
  readonly method: string
  readonly body: Readonly<Record<string, unknown>>
}

async function read(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
  const body = JSON.parse(Buffer.concat(chunks).toString()) as Call['body']
  return { method: request.url?.split('/').at(-1) ?? '', body }
}

/** Fakes the moderation calls of LiveKit; media is tested on a real server in `e2e/voice.spec.ts`. */
describe('the LiveKit engine', () => {
  let there: readonly { identity: string; muted: boolean }[] = []
  let isDown = false
  let calls: Call[] = []
  const server = createServer((request, answer) => {
    void read(request).then((call) => {
      if (call.method !== 'ListParticipants') calls.push(call)
      answer.setHeader('content-type', 'application/json')
      const participants = there.map(({ identity, muted }) => ({
        ...{ identity, state: 'ACTIVE', tracks: [{ sid: `TR_${identity}`, type: 'AUDIO', muted }] },
      }))
      answer.statusCode = isDown ? 500 : 200
      answer.end(JSON.stringify(call.method === 'ListParticipants' ? { participants } : {}))
    })
  })
  let url = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    url = `ws://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  })
  beforeEach(() => {
    there = []
    calls = []
    isDown = false
  })
  afterAll(() => void server.close())

  function start() {
    const clock = manualClock()
    const events: VoiceEngineEvent[] = []
    const log = { warn: () => undefined, error: () => undefined }
    const engine = new LiveKitVoiceEngine({
      ...{ url, key: 'k', secret: 's'.repeat(32), clock, log, path: '/api/voice', newToken: () => 'x' },
    })
    engine.onEvent((event) => void events.push(event))
    const until = async (isTrue: () => boolean): Promise<void> => {
      while (!isTrue()) {
        clock.advance(1_000)
        await clock.nextTask()
      }
    }
    const isUp = (connId: string) =>
      events.findLast((event) => event.t === 'media' && event.connId === connId)
    return { engine, until, isUp }
  }

  it('removes participants that we did not admit and mutes microphones that must be muted', async () => {
    const { engine, until, isUp } = start()
    const [ada, bob] = ['ada', 'bob'].map((connId) => ({ roomId: 'w', connId }))
    if (!ada || !bob) throw new Error('Nobody is there')
    engine.connect(ada)
    engine.connect(bob)
    engine.setMic(ada, true)
    there = [
      { identity: 'ada', muted: false },
      { identity: 'bob', muted: false },
      { identity: 'mallory', muted: true },
    ]
    await until(() => calls.length >= 2 && calls.some(({ method }) => method === 'MutePublishedTrack'))
    expect(isUp('ada')).toMatchObject({ up: true })
    const named = calls.map(({ method, body }) => `${method} ${String(body['identity'])}`)
    expect([...new Set(named)].sort()).toEqual(['MutePublishedTrack bob', 'RemoveParticipant mallory'])
    await engine.close()
  })

  it('reports nobody as connected while the server does not answer', async () => {
    const { engine, until, isUp } = start()
    engine.connect({ roomId: 'w', connId: 'ada' })
    there = [{ identity: 'ada', muted: true }]
    await until(() => isUp('ada') !== undefined)
    isDown = true
    await until(() => engine.isHealthy() === false)
    expect(isUp('ada')).toMatchObject({ up: false })
    expect(await engine.participants('w')).toEqual([])
    await engine.close()
  })
})
