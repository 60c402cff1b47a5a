import type { Call } from '@tavla/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, person, type Someone, createSpace } from '../testing/as.ts'
import { engineNames } from '../testing/databases.ts'
import { everyCall, type SampleInput, sampleInputs, type World } from '../testing/inputs.ts'
import { raw } from '../testing/hostile/raw.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

const TEXTS = [
  '\u0000',
  'a\u0000b@example.com',
  '\ud800',
  '\u202egnp.exe',
  '__proto__',
  '%00%ff',
  '🙂'.repeat(500),
  'x'.repeat(200_000),
  '',
]

/** Ends the account or session it comes with; its fields are refused before, in the wire tests. */
const ENDING = new Set(['user.remove', 'auth.upgradeGuest', 'auth.logout', 'user.endSession'])

describe.each(engineNames)('hostile text in every field on %s', (engine) => {
  let server: TestServer
  let owner: Someone
  let visitor: Someone
  let world: World
  beforeAll(async () => {
    server = await testServer({ engine, env: { LIMITS: 'none', LOG_LEVEL: 'warn' } })
    owner = await person(server, 'Owner', { verified: true })
    const member = await person(server, 'Member')
    visitor = await guest(server, 'Outside')
    const wid = await createSpace(owner, 'Hostile', { member: [member, 'viewer'] })
    const { token: linkToken } = await owner.call.space.inviteLink({ query: { wid, role: 'viewer' } })
    world = { wid, member: member.uid, fileId: 'unknown', linkToken }
  })
  afterAll(() => server.stop())

  const getInput = (name: string): SampleInput => {
    const [group, short] = name.split('.') as [string, string]
    return (
      (sampleInputs(world) as unknown as Record<string, Record<string, SampleInput>>)[group]?.[short] ?? {}
    )
  }

  it.each(everyCall.filter(([name]) => !ENDING.has(name)))(
    'is no failure of %s',
    async (name, call: Call) => {
      const input = getInput(name)
      const { token } = call.auth === 'guest' ? visitor : owner
      for (const text of TEXTS) {
        server.clock.advance(60_000)
        for (const field of Object.keys(input.query ?? {})) {
          // A query that long is refused by the parser of addresses, which the wire tests do not need.
          if (text.length > 10_000 || !text.isWellFormed()) continue
          const { body } = await raw(server, call, token, {
            ...input,
            query: { ...input.query, [field]: text },
          })
          expect(body.code, `${field} = ${text.slice(0, 20)}`).toBeLessThan(5000)
        }
        if (input.file) continue
        for (const field of Object.keys(input.body ?? {})) {
          const { body } = await raw(server, call, token, {
            ...input,
            body: { ...input.body, [field]: text },
          })
          expect(body.code, `${field} = ${text.slice(0, 20)}`).toBeLessThan(5000)
        }
      }
    },
  )
})
