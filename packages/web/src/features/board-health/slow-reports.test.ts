import { expect, test } from 'vitest'
import { fakeClock } from '../../platform/fake-clock.ts'
import { reportSlowMinutes } from './slow-reports.ts'

function setUp({ isAllowed = true, longFrames = 90 } = {}) {
  const clock = fakeClock()
  const sent: Record<string, unknown>[] = []
  const stop = reportSlowMinutes({
    clock,
    isAllowed: () => isAllowed,
    getTimings: () => ({ longFrames, longestFrameMs: 300, longestInputDelayMs: 20 }),
    getPage: () => ({ elements: 7, connectors: 1, points: 90, images: 0, megapixels: 0 }),
    device: { cores: 4 },
    send: async (log) => void sent.push(JSON.parse(log)),
  })
  return { clock, sent, stop }
}

test('a slow minute is reported in numbers alone, three times at most', () => {
  const { clock, sent } = setUp()
  clock.pass(59_000)
  expect(sent).toEqual([])
  clock.pass(1_000)
  expect(sent).toEqual([
    {
      ...{ report: 'slow board', elements: 7, connectors: 1, points: 90, images: 0, megapixels: 0 },
      ...{ longFrames: 90, longestFrameMs: 300, longestInputDelayMs: 20, cores: 4 },
    },
  ])
  clock.pass(600_000)
  expect(sent).toHaveLength(3)
})

test('nothing is sent without permission, for a fast page, or after the board was closed', () => {
  const forbidden = setUp({ isAllowed: false })
  forbidden.clock.pass(300_000)
  const fast = setUp({ longFrames: 2 })
  fast.clock.pass(300_000)
  const closed = setUp()
  closed.stop()
  closed.clock.pass(300_000)
  expect([forbidden.sent, fast.sent, closed.sent]).toEqual([[], [], []])
})
