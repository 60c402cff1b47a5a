import { expect, it } from 'vitest'
import type { DesktopBridge, DesktopTalkKey } from '@tavla/contract'
import { fakeStorage } from '../fake-storage.ts'
import { createGlobalTalkKey } from './global-talk-key.ts'
import { findKeyCode } from './key-code.ts'

/** The desktop app's part, which logs what it is asked. */
function setUp({ answer = 'watched' as DesktopTalkKey, version = 3, store = fakeStorage().storage } = {}) {
  const log: string[] = []
  const listeners = new Set<(isDown: boolean) => void>()
  const bridge: Pick<DesktopBridge, 'version' | 'watchTalkKey' | 'stopTalkKey' | 'onTalkKey'> = {
    version,
    watchTalkKey: async (code) => (log.push(code), answer),
    stopTalkKey: async () => void log.push('stop'),
    onTalkKey: (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
  }
  const talkKey = createGlobalTalkKey({
    store,
    getBridge: () => bridge as DesktopBridge,
    findCode: async (name) => (name === '?' ? null : name),
  })
  const press = (isDown: boolean) => listeners.forEach((listener) => listener(isDown))
  return { talkKey, log, press, store, listeners }
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

it('the choice is stored after the app has watched the key once', async () => {
  const { talkKey, log, store } = setUp()
  await talkKey.choose(true, 'F12')
  expect(log).toEqual(['F12', 'stop'])
  expect(talkKey.isChosen.value).toBe(true)
  expect(setUp({ store }).talkKey.isChosen.value).toBe(true)
  await talkKey.choose(false, 'F12')
  expect(setUp({ store }).talkKey.isChosen.value).toBe(false)
})

it.each([
  ['wayland', { answer: 'wayland' }, 'F12'],
  ['missing', { version: 2 }, 'F12'],
  ['unsupported-key', {}, '?'],
] as const)('the choice is refused with its reason: %s', async (reason, options, keyName) => {
  const { talkKey, store } = setUp(options)
  await talkKey.choose(true, keyName)
  expect([talkKey.isChosen.value, talkKey.problem.value]).toEqual([false, reason])
  expect(setUp({ store }).talkKey.isChosen.value).toBe(false)
})

it('a watch reports the key until it ends, which releases it', async () => {
  const { talkKey, log, press, listeners } = setUp()
  const changes: boolean[] = []
  const end = talkKey.watch('F12', (isDown) => changes.push(isDown))
  await settle()
  expect(talkKey.isWatching()).toBe(true)
  press(true)
  end()
  expect(changes).toEqual([true, false])
  expect(log).toEqual(['F12', 'stop'])
  expect(talkKey.isWatching()).toBe(false)
  press(true)
  expect([changes, listeners.size]).toEqual([[true, false], 0])
})

it('an ended watch does not end its successor', async () => {
  const { talkKey, log, press } = setUp()
  const changes: boolean[] = []
  const endFirst = talkKey.watch('F12', () => changes.push(false))
  talkKey.watch('M', (isDown) => changes.push(isDown))
  endFirst()
  await settle()
  press(true)
  expect(changes).toEqual([true])
  expect(log).toEqual(['F12', 'M'])
})

it('a key is found at its place in the layout', async () => {
  const keyboard = {
    getLayoutMap: async () =>
      new Map([
        ['KeyQ', 'a'],
        ['BracketLeft', 'å'],
      ]),
  }
  expect(await findKeyCode('A', { keyboard })).toBe('KeyQ')
  expect(await findKeyCode('Å', { keyboard })).toBe('BracketLeft')
  expect(await Promise.all(['M', '7', 'F12', 'Å'].map((name) => findKeyCode(name, {})))).toEqual([
    'KeyM',
    'Digit7',
    'F12',
    null,
  ])
})
