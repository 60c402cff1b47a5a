import { expect, test } from 'vitest'
import { holdIdleWork, whenIdle } from './idle.ts'

test('work waits until nothing holds it, and runs in order, one piece in each pause', async () => {
  const done: string[] = []
  const release = holdIdleWork()
  const releaseOther = holdIdleWork()
  whenIdle(() => {
    done.push('first')
    queueMicrotask(() => done.push('pause'))
  })
  whenIdle(() => done.push('second'))
  release()
  release()
  await new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 100 }))
  expect(done).toEqual([])
  releaseOther()
  await expect.poll(() => done).toEqual(['first', 'pause', 'second'])
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
