import { describe, expect, it } from 'vitest'
import { runInSlices, createSubtask, type YieldScheduler } from './run-in-slices.ts'
import { runToEnd, type TaskSteps } from './task-steps.ts'

/** Every look at the clock takes a millisecond. */
function slowScheduler(): YieldScheduler & { yields: number } {
  let now = 0
  return {
    yields: 0,
    now: () => ++now,
    yieldToEventLoop() {
      this.yields++
      return Promise.resolve()
    },
  }
}

function* counting(to: number): TaskSteps<string> {
  for (let i = 1; i <= to; i++) yield i / to
  return 'done'
}

describe('a long task', () => {
  it('yields to the page every few milliseconds, and returns its result', async () => {
    const scheduler = slowScheduler()
    expect(await runInSlices(counting(100), { scheduler })).toBe('done')
    expect(scheduler.yields).toBeGreaterThan(8)
    expect(scheduler.yields).toBeLessThan(20)
  })

  it('reports its progress', async () => {
    const reported: number[] = []
    const work = { scheduler: slowScheduler(), onProgress: (share: number) => reported.push(share) }
    await runInSlices(counting(100), createSubtask(work, 0.5, 0.75))
    expect(reported.at(-1)).toBe(0.75)
    expect(Math.min(...reported)).toBeGreaterThan(0.5)
  })

  it('stops when aborted', async () => {
    const stop = new AbortController()
    let done = 0
    function* steps(): TaskSteps<undefined> {
      while (done < 1_000) {
        if (++done === 50) stop.abort(new Error('enough'))
        yield done / 1_000
      }
      return undefined
    }
    await expect(runInSlices(steps(), { scheduler: slowScheduler(), signal: stop.signal })).rejects.toThrow(
      'enough',
    )
    expect(done).toBe(50)
  })

  it('runs to the end in one slice', () => {
    expect(runToEnd(counting(3))).toBe('done')
  })
})
