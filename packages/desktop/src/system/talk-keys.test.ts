import { expect, it } from 'vitest'
import { type KeyHookModule, SystemTalkKeys } from './talk-keys.ts'

type Listener = (event: { readonly keycode: number }) => void
const keys = { M: 50, 1: 2, F12: 88 }

/** A hook whose keys the test presses. */
function setUp({ isWayland = false, fault }: { isWayland?: boolean; fault?: Error } = {}) {
  const listeners = new Map<string, Listener>()
  const log: string[] = []
  const reported: string[] = []
  const module: KeyHookModule = {
    uIOhook: {
      on: (event, listener) => listeners.set(event, listener),
      start: () => void log.push('start'),
      stop: () => void log.push('stop'),
    },
    UiohookKey: keys,
  }
  const talkKeys = new SystemTalkKeys({
    isWayland,
    report: (reason) => void reported.push(reason),
    async load() {
      log.push('load')
      if (fault) throw fault
      return module
    },
  })
  const press = (event: 'keydown' | 'keyup', keycode: number) => listeners.get(event)?.({ keycode })
  const changes: boolean[] = []
  const watch = (code: string) => talkKeys.watch(code, (isDown) => void changes.push(isDown))
  return { talkKeys, watch, press, changes, log, reported }
}

it('reports the chosen key only, once for as long as it is held', async () => {
  const { watch, press, changes, log } = setUp()
  expect(log).toEqual([])
  expect(await watch('F12')).toBe('watched')
  expect(log).toEqual(['load', 'start'])
  press('keydown', keys.M)
  press('keyup', keys.M)
  expect(changes).toEqual([])
  for (const event of ['keydown', 'keydown', 'keyup', 'keyup'] as const) press(event, keys.F12)
  expect(changes).toEqual([true, false])
  expect(await watch('KeyM')).toBe('watched')
  press('keydown', keys.F12)
  press('keydown', keys.M)
  expect(changes).toEqual([true, false, true])
  expect(await watch('Digit1')).toBe('watched')
})

it('runs the hook during a watch only, and releases a held key at its end', async () => {
  const { talkKeys, watch, press, changes, log } = setUp()
  await watch('KeyM')
  press('keydown', keys.M)
  talkKeys.stop()
  talkKeys.stop()
  expect(log).toEqual(['load', 'start', 'stop'])
  expect(changes).toEqual([true, false])
  press('keydown', keys.M)
  expect(changes).toEqual([true, false])
  await watch('KeyM')
  expect(log).toEqual(['load', 'start', 'stop', 'start'])
})

it('does not start a watch that was stopped while the package loaded', async () => {
  const { talkKeys, watch, log } = setUp()
  const watching = watch('KeyM')
  talkKeys.stop()
  expect(await watching).toBe('stopped')
  expect(log).toEqual(['load'])
})

it('says why a key cannot be watched', async () => {
  const wayland = setUp({ isWayland: true })
  expect(await wayland.watch('F12')).toBe('wayland')
  expect(wayland.log).toEqual([])
  expect(await setUp().watch('IntlRo')).toBe('unsupported-key')
  expect(await setUp().watch('constructor')).toBe('unsupported-key')
  const fault = new Error('libXtst.so.6: cannot open shared object file')
  const refused = setUp({ fault })
  expect(await refused.watch('F12')).toBe('refused')
  expect(refused.reported).toEqual([fault.message])
  const missing = Object.assign(new Error('not found'), { code: 'ERR_MODULE_NOT_FOUND' })
  expect(await setUp({ fault: missing }).watch('F12')).toBe('missing')
})
