import { describe, expect, it } from 'vitest'
import { fakeClock } from '../../../platform/fake-clock.ts'
import { MediaWatch } from './media-watch.ts'

function setUp() {
  const clock = fakeClock(0)
  const events: string[] = []
  const watch = new MediaWatch({
    clock,
    onInterrupted: () => events.push('interrupted'),
    onRestored: () => events.push('restored'),
    rejoin: () => {
      events.push(`rejoin at ${clock.now() / 1_000} s`)
      watch.startConnection()
    },
  })
  return { clock, events, watch }
}

describe('a voice connection without sound', () => {
  it('is interrupted at once and rejoins after 5 s, then ever more rarely, until sound gets through', () => {
    const { clock, events, watch } = setUp()
    watch.set({ here: true })
    watch.set({ there: true })
    watch.set({ here: false })
    expect(events).toEqual(['interrupted'])
    clock.pass(4_999)
    expect(events).toHaveLength(1)
    clock.pass(195_001)
    expect(events.slice(1)).toEqual([5, 10, 20, 40, 80, 140, 200].map((second) => `rejoin at ${second} s`))
    expect(watch.interruptedMs).toBe(200_000)
    watch.set({ there: true })
    watch.set({ here: true })
    clock.pass(600_000)
    expect(events.slice(8)).toEqual(['restored'])
    expect(watch.interruptedMs).toBeNull()
  })

  it('is restored only when this tab and the server agree', () => {
    const { events, watch } = setUp()
    watch.set({ here: true, there: true })
    watch.set({ there: false })
    watch.set({ here: true })
    expect(events).toEqual(['interrupted'])
    watch.set({ there: true })
    expect(events).toEqual(['interrupted', 'restored'])
  })

  it('that begins is no interruption', () => {
    const { clock, events, watch } = setUp()
    watch.set({ here: false, there: false })
    watch.set({ here: true })
    watch.startConnection()
    watch.set({ there: false })
    clock.pass(60_000)
    expect(events).toEqual([])
  })

  it('does not rejoin after leaving', () => {
    const { clock, events, watch } = setUp()
    watch.set({ here: true, there: true })
    watch.set({ here: false })
    watch.stop()
    clock.pass(60_000)
    expect(events).toEqual(['interrupted'])
  })
})
