import { expect, test } from 'vitest'
import { holdIdleWork, whenIdle } from './idle.ts'

test('work waits until nothing holds it, and runs in order', async () => {
  const done: string[] = []
  const release = holdIdleWork()
  const releaseOther = holdIdleWork()
  whenIdle(() => done.push('first'))
  whenIdle(() => done.push('second'))
  release()
  release()
  await new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 100 }))
  expect(done).toEqual([])
  releaseOther()
  await expect.poll(() => done).toEqual(['first', 'second'])
})

test('long work leaves the rest to a later pause', async () => {
  const events: string[] = []
  const work = (name: string) => () => {
    const beganMs = performance.now()
    while (performance.now() - beganMs < 50);
    events.push(name)
  }
  const release = holdIdleWork()
  whenIdle(work('first'))
  whenIdle(work('second'))
  release()
  requestAnimationFrame(function note() {
    events.push('frame')
    if (!events.includes('second')) requestAnimationFrame(note)
  })
  await expect.poll(() => events).toContain('second')
  expect(events.slice(events.indexOf('first'), events.indexOf('second'))).toContain('frame')
})

test('cancelled work does not run', async () => {
  const done: string[] = []
  const release = holdIdleWork()
  const cancel = whenIdle(() => done.push('cancelled'))
  whenIdle(() => done.push('last'))
  cancel()
  release()
  await expect.poll(() => done).toEqual(['last'])
})
