import type { Change } from '@tavla/canvas/model'
import { afterEach, expect, test } from 'vitest'
import { rect } from './realtime/testing/tab.ts'
import { person, createSpace } from './testing/as.ts'
import { CallAttacker, callRecipes } from './testing/hostile/hostile-calls.ts'
import { type TestServer, testServer } from './testing/test-server.ts'
import { openTabs } from './testing/tabs.ts'

const scale = { parallel: 20, bodyBytes: 1024 * 1024 }

/** How the calls of each recipe may be answered; what is not here is never answered. */
const statuses: Readonly<Record<string, readonly number[]>> = {
  'history of everything again and again': [200],
  'everything of mine again and again': [200, 429],
  'large bodies at the limit': [400, 413],
  'ids that nobody has': [200, 404],
  'lists side by side': [200],
  'uploads that are begun and abandoned': [200],
  'wrong tokens and signatures': [401, 404],
  'searches for the longest words': [200, 400, 429],
  'voice tickets and sockets that say nonsense': [200, 429],
  'plans that are asked for, begun and told of by strangers': [200, 400, 404, 429],
  'passwords of administrators': [401, 403, 429],
}

/** A wrong secret must be found in the log, and strangers must not fill it. */
const onceLogged = 'a payment event was refused'

let server: TestServer | undefined
const { getTab, leaveAll } = openTabs(() => server!)
afterEach(async () => {
  leaveAll()
  await server?.stop()
  server = undefined
})

test.each(callRecipes)('$name gets an allowed answer, and others are served as before', async (recipe) => {
  const target = (server = await testServer())
  const eve = await person(target, 'Eve')
  const bob = await person(target, 'Bob')
  const wid = await createSpace(eve, 'Hers', { bob: [bob, 'editor'] })
  const tab = await getTab(bob, wid)
  await tab.edit(
    Array.from({ length: 500 }, (_, index): Change => ({ op: 'put', record: rect(`r${index}`) })),
  )
  const attacker = new CallAttacker({ url: target.url, token: eve.token, wid })
  for (let round = 0; round < 2; round += 1) await recipe.strike(attacker, scale, round)
  attacker.leave()
  const answered = [...attacker.answers.keys()].filter((status) => status !== 0)
  expect(statuses[recipe.name]).toEqual(expect.arrayContaining(answered))
  expect(await tab.put('after')).toMatchObject({ t: 'ack' })
  expect((await bob.call.space.list()).total).toBe(1)
  const well = await Promise.all(['/healthz', '/readyz'].map((path) => fetch(target.url + path)))
  expect(well.map(({ status }) => status)).toEqual([200, 200])
  const warnings = target.log.filter((line) => /"level":"(warn|error)"/.test(line))
  expect(warnings.filter((line) => !line.includes(onceLogged))).toEqual([])
  expect(warnings.length).toBeLessThanOrEqual(1)
})

test('every recipe lists its allowed answers', () => {
  expect(Object.keys(statuses)).toEqual(callRecipes.map(({ name }) => name))
})
