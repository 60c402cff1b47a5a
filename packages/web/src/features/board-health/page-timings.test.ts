import { expect, test } from 'vitest'
import { PageTimings, type ObserveEntries } from './page-timings.ts'

function setUp(...supported: string[]) {
  let now = 0
  const listeners = new Map<string, (entry: PerformanceEntry) => void>()
  const observe: ObserveEntries = (type, listener) => {
    if (!supported.includes(type)) return null
    listeners.set(type, listener)
    return () => listeners.delete(type)
  }
  const timings = new PageTimings(observe, () => now)
  return {
    timings,
    listeners,
    frame: (type: string, duration: number) => listeners.get(type)?.({ duration } as PerformanceEntry),
    input: (startTime: number, processingStart: number) =>
      listeners.get('event')?.({ startTime, processingStart } as PerformanceEventTiming),
    wait: (ms: number) => (now += ms),
  }
}

test('long frames and the longest input delay of the last minute are counted', () => {
  const { timings, frame, input, wait } = setUp('long-animation-frame', 'longtask', 'event')
  frame('long-animation-frame', 400)
  wait(30_000)
  frame('long-animation-frame', 60)
  input(1_000, 1_090)
  expect(timings.getRecent()).toEqual({ longFrames: 2, longestFrameMs: 400, longestInputDelayMs: 90 })
  wait(31_000)
  expect(timings.getRecent()).toEqual({ longFrames: 1, longestFrameMs: 60, longestInputDelayMs: 90 })
  wait(60_000)
  expect(timings.getRecent()).toEqual({ longFrames: 0, longestFrameMs: 0, longestInputDelayMs: 0 })
})

test('a browser without frame entries is measured by long tasks, and one without any says so', () => {
  const tasks = setUp('longtask')
  tasks.frame('longtask', 80)
  expect(tasks.timings.getRecent()).toEqual({ longFrames: 1, longestFrameMs: 80, longestInputDelayMs: null })
  expect(setUp().timings.getRecent()).toEqual({
    longFrames: null,
    longestFrameMs: null,
    longestInputDelayMs: null,
  })
})

test('nothing is observed any more once it stops', () => {
  const { timings, listeners } = setUp('longtask', 'event')
  expect(listeners.size).toBe(2)
  timings.stop()
  expect(listeners.size).toBe(0)
})
