import { Refusal } from '@tavla/contract'
import { expect, test, vi } from 'vitest'
import { fakeClock } from '../fake-clock.ts'
import { LastingAnswer } from './lasting-answer.ts'

const refusal = new Refusal('auth.config', { code: 4004, message: '', data: {} })
const pending = { data: undefined, isPending: true }
const failed = { data: undefined, isPending: false }

test('an answer is requested once, however many show it', async () => {
  const send = vi.fn(() => Promise.resolve('config'))
  const answer = new LastingAnswer(send, fakeClock())
  expect(answer.state.value).toEqual(pending)
  await Promise.all([answer.request(), answer.request()])
  await answer.request()
  expect(answer.state.value).toEqual({ data: 'config', isPending: false })
  expect(send).toHaveBeenCalledOnce()
})

test('a missing answer is requested twice more, and then when somebody asks again', async () => {
  const clock = fakeClock()
  const send = vi.fn<() => Promise<string>>(() => Promise.reject(new TypeError('offline')))
  const answer = new LastingAnswer(send, clock)
  const done = answer.request()
  expect(answer.state.value).toEqual(pending)
  const waitForRetry = () => {
    clock.pass(2_000)
    return send.mock.calls.length
  }
  await expect.poll(waitForRetry).toBe(3)
  await done
  expect(answer.state.value).toEqual(failed)
  send.mockResolvedValue('config')
  await answer.request()
  expect(answer.state.value.data).toBe('config')
})

test('a refusal is final until somebody asks again', async () => {
  const send = vi.fn(() => Promise.reject(refusal))
  const answer = new LastingAnswer(send, fakeClock())
  await answer.request()
  expect(answer.state.value).toEqual(failed)
  expect(send).toHaveBeenCalledOnce()
})
