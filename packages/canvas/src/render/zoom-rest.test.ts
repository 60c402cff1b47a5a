import { expect, test } from 'vitest'
import { createZoomRest } from './zoom-rest.ts'

const frameMs = 1000 / 60

/** Zooms in steps with these times between them; returns the time until the zoom has ended. */
function zoom(gapsMs: readonly number[]): number {
  const rest = createZoomRest()
  let nowMs = 1000
  rest.step(nowMs)
  for (const gapMs of gapsMs) rest.step((nowMs += gapMs))
  return rest.getWaitMs(nowMs)
}

test('a board that was not zoomed rests', () => {
  expect(createZoomRest().getWaitMs(0)).toBe(0)
})

test('a zoom with every frame ends two frames after its last step', () => {
  const waitMs = zoom(Array.from({ length: 30 }, () => frameMs))
  expect(waitMs).toBeGreaterThan(frameMs)
  expect(waitMs).toBeLessThanOrEqual(2 * frameMs)
})

test('a single step, as by a button, ends as soon', () => {
  expect(zoom([])).toBeLessThanOrEqual(2 * frameMs)
  expect(zoom([5000])).toBeLessThanOrEqual(2 * frameMs)
})

test('between the steps of a wheel no zoom ends', () => {
  expect(zoom([50, 50, 50])).toBeGreaterThan(50)
  expect(zoom([40, 60, 40, 40])).toBeGreaterThan(60)
})

test('after a late frame another one does not end the zoom', () => {
  expect(zoom([frameMs, 3 * frameMs, frameMs, frameMs])).toBeGreaterThan(3 * frameMs)
})

test('steps of a slow wheel end a zoom before the next one', () => {
  expect(zoom([200, 200])).toBeLessThan(100)
})

test('the wait becomes shorter with the time since the last step', () => {
  const rest = createZoomRest()
  rest.step(1000)
  const waitMs = rest.getWaitMs(1000)
  expect(rest.getWaitMs(1010)).toBeCloseTo(waitMs - 10)
  expect(rest.getWaitMs(1000 + waitMs)).toBe(0)
})
