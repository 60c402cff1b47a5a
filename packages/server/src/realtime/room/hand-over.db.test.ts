import { closeCodes } from '@tavla/contract/realtime'
import { expect, test } from 'vitest'
import { manualClock } from '../../ports/clock/manual.ts'
import { startLeases } from '../journal/lease.ts'
import { realtimeLimits } from '../realtime-limits.ts'
import { liveServer } from '../testing/live-server.ts'
import { addSpace } from '../testing/space-rows.ts'
import { Tab } from '../testing/tab.ts'

test('a stopping process gives its boards away in turn, and people draw until it is the turn of theirs', async () => {
  const clock = manualClock()
  const server = await liveServer({ clock, isShared: true })
  const successor = await startLeases({
    ...{
      db: server.db,
      clock: manualClock(),
      newId: () => 'other',
      name: null,
      secretCheck: '',
      alone: false,
    },
    onLost: () => undefined,
  })
  await successor.setUrl('http://127.0.0.1:1')
  await addSpace(server.db, { wid: 'small', owner: 'ada' })
  await addSpace(server.db, { wid: 'large', owner: 'bob' })
  const ada = await Tab.open(server, 'ada', 'small')
  const bob = await Tab.open(server, 'bob', 'large')
  const other = await Tab.open(server, 'bob', 'large')
  const onNoBoard = await Tab.open(server, 'cleo')
  const stopped = server.stop()
  expect(await ada.closed).toBe(closeCodes.draining.code)
  expect(await Promise.race([bob.put('late'), bob.closed])).toMatchObject({ t: 'ack' })
  clock.advance(realtimeLimits.handOverPerPage)
  for (const tab of [bob, other, onNoBoard]) expect(await tab.closed).toBe(closeCodes.draining.code)
  await stopped
})

test('a process that nobody takes over from gives all boards away at once', async () => {
  const server = await liveServer({ clock: manualClock(), isShared: true })
  const tabs: Tab[] = []
  for (const wid of ['a', 'b', 'c']) {
    await addSpace(server.db, { wid, owner: 'ada' })
    tabs.push(await Tab.open(server, 'ada', wid))
  }
  const stopped = server.stop()
  for (const tab of tabs) expect(await tab.closed).toBe(closeCodes.draining.code)
  await stopped
})
