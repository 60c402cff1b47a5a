import { afterAll, beforeAll, expect, test } from 'vitest'
import { manualClock } from '../../ports/clock/manual.ts'
import { realtimeLimits } from '../realtime-limits.ts'
import { type LiveServer, liveServer } from '../testing/live-server.ts'
import { addSpace } from '../testing/space-rows.ts'
import { Tab } from '../testing/tab.ts'

const clock = manualClock()
let server: LiveServer
beforeAll(async () => {
  server = await liveServer({ clock })
  await addSpace(server.db, { wid: 'w', owner: 'ada' })
})
afterAll(() => server.stop())

test('joins of all sockets of a person count together; beyond their rate they are refused and the sockets stay', async () => {
  const { socketJoinsBurst, personJoins } = realtimeLimits
  const sockets = Math.ceil(personJoins.burst / socketJoinsBurst) + 1
  const tabs = await Promise.all(Array.from({ length: sockets }, () => Tab.open(server, 'ada')))
  const refusals = async () => {
    const pongs = tabs.map((tab) => tab.next('pong'))
    for (const tab of tabs) tab.send({ t: 'ping', at: 1 })
    await Promise.all(pongs)
    return tabs.flatMap((tab) => tab.received).filter((frame) => frame.t === 'refused')
  }
  for (let count = 0; count < socketJoinsBurst; count += 1)
    for (const tab of tabs) tab.send({ t: 'join', wid: 'w' })
  const refused = await refusals()
  expect(refused).toHaveLength(sockets * socketJoinsBurst - personJoins.burst)
  expect(refused[0]).toEqual({ t: 'refused', wid: 'w', code: 4029, reason: 'too_many', retry: true })
  clock.advance(1_000)
  tabs[0]?.send({ t: 'join', wid: 'w' })
  expect(await refusals()).toHaveLength(refused.length)
  for (const tab of tabs) tab.leave()
})
