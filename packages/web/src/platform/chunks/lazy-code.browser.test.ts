import i18next from 'i18next'
import { afterEach, expect, test } from 'vitest'
import { lazyCode } from './lazy-code.ts'
import { toasts } from '../toast.ts'

// Translations are their keys here.
void i18next.init({ lng: 'cimode', resources: {} })

afterEach(() => toasts.close())

/** A chunk that fails to load until the network is back; a request is tried twice. */
function unreliableChunk() {
  let isOnline = false
  let requests = 0
  const code = lazyCode('menu', () => {
    requests += 1
    return isOnline ? Promise.resolve('content') : Promise.reject(new TypeError('Failed to fetch'))
  })
  return { code, reconnect: () => void (isOnline = true), countRequests: () => requests }
}

test('code is loaded once, however often it is asked for', async () => {
  const { code, reconnect, countRequests } = unreliableChunk()
  reconnect()
  code.preload()
  expect(await Promise.all([code.load(), code.load()])).toEqual(['content', 'content'])
  expect(await code.load()).toBe('content')
  expect(countRequests()).toBe(1)
})

test('a toast says that code did not load, and the next request tries again', async () => {
  const { code, reconnect } = unreliableChunk()
  expect(await code.load()).toBeNull()
  expect(toasts.shown.value?.text).toBe('failures.chunk')
  reconnect()
  let calls = 0
  code.subscribe(() => (calls += 1))
  expect(await code.load()).toBe('content')
  expect(code.getLoaded()).toBe('content')
  expect(calls).toBe(1)
})

test('what nobody has asked for yet fails without a word', async () => {
  const { code, countRequests } = unreliableChunk()
  code.preload()
  await expect.poll(countRequests).toBe(2)
  expect(toasts.shown.value).toBeNull()
})
