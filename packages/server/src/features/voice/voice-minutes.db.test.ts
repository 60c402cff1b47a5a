import { unlimited } from '@tavla/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '../../db/database.ts'
import { randomId } from '../../ports/random/values.ts'
import type { VoiceEngineEvent } from '../../ports/voice/port.ts'
import { engineNames } from '../../testing/databases.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'
import { fakeVoiceSocket, type FakeVoiceSocket, fakeVoiceEngine } from '../../testing/voice-fakes.ts'
import { VoiceLedger } from './voice-ledger.ts'
import { VoiceRooms } from './voice-rooms.ts'

const uids = ['p0', 'p1', 'p2', 'p3'] as const
const STEP_MS = 2_000
/** "npm run stress -- voice" runs many more. */
const bills = Number(process.env['VOICE_BILLS'] ?? 20)
vi.setConfig({ testTimeout: 60_000 + bills * 1_000 })

type Fate = 'written' | 'refused' | 'answer lost'

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ t: fc.constant('talk'), steps: fc.integer({ min: 1, max: 8 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({ t: fc.constant('join'), who: fc.nat(3), room: fc.nat(1) }),
  },
  { weight: 1, arbitrary: fc.record({ t: fc.constant('leave'), who: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ t: fc.constant('freeze'), who: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ t: fc.constant('engine') }) },
  { weight: 1, arbitrary: fc.record({ t: fc.constant('server') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      t: fc.constant('database'),
      fate: fc.constantFrom<Fate>('written', 'refused', 'answer lost'),
    }),
  },
)

/** A connected person as the test tracks it. */
interface Present {
  readonly room: number
  readonly c: string
  readonly page: FakeVoiceSocket
  readonly voice: { closed(): void }
  isFrozen: boolean
}

describe.each(engineNames)('voice minutes of two rooms of one plan on %s', (engine) => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ engine })
  })
  afterAll(() => server.stop())

  /** Simulates a server process that can be killed and whose database can fail. */
  function startRooms(owner: string, getFate: () => Fate) {
    const roles = new Map([[owner, 'owner'], ...uids.map((uid) => [uid, 'viewer'] as const)])
    let isAlive = true
    const { app } = server
    const db: Pick<Database, 'transaction'> = {
      async transaction(act) {
        if (!isAlive || getFate() === 'refused') throw new Error('refused')
        const result = await app.db.transaction(act)
        if (getFate() === 'answer lost') throw new Error('lost')
        return result
      },
    }
    const clock = {
      ...server.clock,
      after: (ms: number, act: () => void) => server.clock.after(ms, () => isAlive && act()),
    }
    const sound = fakeVoiceEngine()
    const rooms = new VoiceRooms({
      ...{ engine: sound.engine, clock, log: app.log, capacity: 25, onPeople: () => undefined },
      newId: () => randomId(app.random),
      ledger: new VoiceLedger(db, clock),
      listAccess: async () => ({ roles }),
      isSessionLive: async () => true,
      voiceLeft: async () => unlimited,
    })
    return { rooms, sound, kill: () => void (isAlive = false) }
  }

  it('match the time people spent together, through crashes of engine, server and database', async () => {
    let run = 0
    const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
      const owner = `owner${(run += 1)}`
      const wids = [`${owner}-one`, `${owner}-two`]
      let fate: Fate = 'written'
      let running = startRooms(owner, () => fate)
      const present = new Map<string, Present>()
      /** Bounds of the bill: only minutes that a killed server had not stored may be missing, and nobody pays more. */
      let [atLeast, atMost, written] = [0, 0, 0]

      const inRoom = (room: number): Present[] => [...present.values()].filter((each) => each.room === room)
      const talk = async (count: number): Promise<void> => {
        for (let index = 0; index < count; index += 1) {
          server.clock.advance(STEP_MS)
          const alive = [...present.values()].filter(({ isFrozen }) => !isFrozen)
          running.sound.emit({ t: 'alive', connIds: alive.map(({ c }) => c) })
          for (const room of [0, 1]) {
            const all = inRoom(room)
            const live = all.filter(({ isFrozen }) => !isFrozen)
            if (live.length > 1) atLeast += live.length * STEP_MS
            if (all.length > 1) atMost += all.length * STEP_MS
          }
        }
        await running.rooms.settleMinutes().then(
          () => (written = atLeast),
          () => undefined,
        )
      }
      const join = async (uid: string, room: number): Promise<void> => {
        const { rooms, sound } = running
        const ticket = await rooms.issueTicket({
          ...{ wid: wids[room] ?? '', uid, session: 's', name: uid, photo: null },
        })
        if (typeof ticket === 'string') throw new Error(ticket)
        const page = fakeVoiceSocket()
        const voice = rooms.open(page.socket)
        voice.receive({ t: 'hello', token: ticket.token, mic: true })
        await page.waitUntil(() => page.frames.some(({ t }) => t === 'joined') || page.closeName !== null)
        const c = sound.connected.at(-1) ?? ''
        sound.emit({ t: 'media', connId: c, up: true })
        present.set(uid, { room, c, page, voice, isFrozen: false })
      }
      for (const uid of uids.slice(0, 3)) await join(uid, 0)
      for (const step of steps) {
        if (step.t === 'talk') await talk(step.steps)
        else if (step.t === 'join') await join(uids[step.who] ?? '', step.room)
        else if (step.t === 'leave') {
          present.get(uids[step.who] ?? '')?.voice.closed()
          present.delete(uids[step.who] ?? '')
        } else if (step.t === 'freeze') {
          const one = present.get(uids[step.who] ?? '')
          if (one) one.isFrozen = true
        } else if (step.t === 'database') fate = step.fate
        else if (step.t === 'engine') {
          running.sound.emit({ t: 'restarted' })
          const back = [...present.values()].map(({ c }): VoiceEngineEvent => ({
            t: 'media',
            connId: c,
            up: true,
          }))
          for (const event of back) running.sound.emit(event)
        } else {
          running.kill()
          running = startRooms(owner, () => fate)
          present.clear()
          atLeast = written
          for (const uid of uids.slice(1)) await join(uid, 1)
        }
      }
      fate = 'written'
      await running.rooms.close()
      const { sql } = server.app.db
      const used = await sql.selectFrom('voice_usage').select('used_ms').where('owner', '=', owner).execute()
      const stays = await sql
        .selectFrom('voice_stays')
        .select('billed_ms')
        .where('owner', '=', owner)
        .execute()
      const billed = used.reduce((sum, row) => sum + row.used_ms, 0)
      expect(stays.reduce((sum, row) => sum + row.billed_ms, 0)).toBe(billed)
      expect(billed).toBeGreaterThanOrEqual(atLeast)
      expect(billed).toBeLessThanOrEqual(atMost)
      const isApproximate = steps.some(({ t }) => t === 'freeze' || t === 'server')
      if (!isApproximate) expect(billed).toBe(atMost)
    })
    await fc.assert(property, { seed: 14, numRuns: bills })
  })
})
