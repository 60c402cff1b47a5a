import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manualClock } from '../../ports/clock/manual.ts'
import { person, type Someone } from '../../testing/as.ts'
import { engineNames } from '../../testing/databases.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'
import { VoiceLedger } from './voice-ledger.ts'

type Fate = 'written' | 'refused' | 'answer lost'

describe.each(engineNames)('the ledger of voice minutes on %s', (engine) => {
  let server: TestServer
  let ada: Someone
  beforeAll(async () => {
    server = await testServer({ engine })
    ada = await person(server, 'Ada')
  })
  afterAll(() => server.stop())

  const getUsed = async (owner: string): Promise<number> => {
    const query = server.app.db.sql.selectFrom('voice_usage').select('used_ms').where('owner', '=', owner)
    return (await query.execute()).reduce((sum, row) => sum + row.used_ms, 0)
  }
  const stay = (id: string, owner: string) => ({
    id,
    owner,
    wid: 'w',
    uid: ada.uid,
    engine: 'embedded',
    startedAt: 1,
  })

  it('bills every millisecond once while the database refuses or loses answers', async () => {
    const step = fc.record({
      ms: fc.integer({ min: 0, max: 20_000 }),
      who: fc.constantFrom('a', 'b'),
      fate: fc.constantFrom<Fate>('written', 'refused', 'answer lost'),
    })
    let run = 0
    const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const owner = `owner${(run += 1)}`
      let fate: Fate = 'written'
      const ledger = new VoiceLedger(
        {
          async transaction(act) {
            if (fate === 'refused') throw new Error('refused')
            const result = await server.app.db.transaction(act)
            if (fate === 'answer lost') throw new Error('lost')
            return result
          },
        },
        manualClock(),
      )
      for (const who of ['a', 'b']) ledger.begin(stay(`${owner}-${who}`, owner))
      for (const { ms, who, fate: next } of steps) {
        ledger.add(`${owner}-${who}`, ms, 5)
        fate = next
        await ledger.flush().catch(() => undefined)
      }
      for (const who of ['a', 'b']) ledger.end(`${owner}-${who}`, 'left')
      fate = 'written'
      await ledger.flush()
      await ledger.flush()
      expect(await getUsed(owner)).toBe(steps.reduce((sum, { ms }) => sum + ms, 0))
    })
    await fc.assert(property, { seed: 9, numRuns: 12 })
  })

  it('adds up concurrent use of one plan by rooms in several processes', async () => {
    const ledgers = Array.from({ length: 4 }, () => new VoiceLedger(server.app.db, manualClock()))
    for (const [index, ledger] of ledgers.entries()) ledger.begin(stay(`many${index}`, 'many'))
    for (let round = 0; round < 5; round += 1) {
      for (const [index, ledger] of ledgers.entries()) ledger.add(`many${index}`, 1_000, round)
      await Promise.all(ledgers.map((ledger) => ledger.flush()))
    }
    expect(await getUsed('many')).toBe(20_000)
  })

  it('ends a stay of a crashed server at its last evidence and deletes those of deleted accounts', async () => {
    const ledger = new VoiceLedger(server.app.db, manualClock())
    ledger.begin({ ...stay('lost', ada.uid), startedAt: server.clock.now() })
    ledger.begin({ ...stay('nobody', ada.uid), uid: 'gone', startedAt: server.clock.now() })
    for (const id of ['lost', 'nobody']) ledger.add(id, 4_000, server.clock.now() + 4_000)
    await ledger.flush()
    server.clock.advance(120_000)
    await server.cleanup()
    const rows = await server.app.db.sql
      .selectFrom('voice_stays')
      .selectAll()
      .where('owner', '=', ada.uid)
      .execute()
    expect(rows).toMatchObject([{ id: 'lost', cause: 'lost', billed_ms: 4_000 }])
    expect(rows[0]?.ended_at).toBe(rows[0]?.last_evidence_at)
  })
})
