import { expect, test } from 'vitest'
import { fakeClock } from '../../../platform/fake-clock.ts'
import { downloadAddresses } from './download-addresses.ts'

function setUp() {
  const clock = fakeClock()
  let calls = 0
  let fails = false
  const addressOf = downloadAddresses((id) => {
    calls += 1
    return fails ? Promise.reject(new Error('down')) : Promise.resolve(`${id}?${calls}`)
  }, clock)
  return { clock, addressOf, fail: (next: boolean) => void (fails = next) }
}

test('many askers at once cost one call', async () => {
  const { addressOf } = setUp()
  expect(await Promise.all([addressOf('a'), addressOf('a'), addressOf('b')])).toEqual(['a?1', 'a?1', 'b?2'])
})

test('an address is renewed while it still works', async () => {
  const { addressOf, clock } = setUp()
  await addressOf('a')
  clock.pass(8 * 60_000)
  expect(await addressOf('a')).toBe('a?1')
  clock.pass(60_000)
  expect(await addressOf('a')).toBe('a?2')
})

test('a failure is not kept', async () => {
  const { addressOf, fail } = setUp()
  fail(true)
  await expect(addressOf('a')).rejects.toThrow('down')
  fail(false)
  expect(await addressOf('a')).toBe('a?2')
})
