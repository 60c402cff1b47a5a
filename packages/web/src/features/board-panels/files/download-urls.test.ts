import { expect, test } from 'vitest'
import { fakeClock } from '../../../platform/fake-clock.ts'
import { createDownloadUrls } from './download-urls.ts'

function setUp() {
  const clock = fakeClock()
  let calls = 0
  let fails = false
  const getAddress = createDownloadUrls((id) => {
    calls += 1
    return fails ? Promise.reject(new Error('down')) : Promise.resolve(`${id}?${calls}`)
  }, clock)
  return { clock, getAddress, fail: (next: boolean) => void (fails = next) }
}

test('concurrent requests for the same files make one call', async () => {
  const { getAddress } = setUp()
  expect(await Promise.all([getAddress('a'), getAddress('a'), getAddress('b')])).toEqual([
    'a?1',
    'a?1',
    'b?2',
  ])
})

test('a signed URL is renewed before it expires', async () => {
  const { getAddress, clock } = setUp()
  await getAddress('a')
  clock.pass(8 * 60_000)
  expect(await getAddress('a')).toBe('a?1')
  clock.pass(60_000)
  expect(await getAddress('a')).toBe('a?2')
})

test('a failure is not cached', async () => {
  const { getAddress, fail } = setUp()
  fail(true)
  await expect(getAddress('a')).rejects.toThrow('down')
  fail(false)
  expect(await getAddress('a')).toBe('a?2')
})
