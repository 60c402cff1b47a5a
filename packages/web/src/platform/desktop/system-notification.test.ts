import { afterEach, expect, it, vi } from 'vitest'
import { storage } from '../storage.ts'
import { keys } from '../storage-keys.ts'
import { showSystemNotification } from './system-notification.ts'

interface Shown {
  readonly title: string
  readonly options: { readonly body: string; readonly tag: string }
  onclick?: () => void
}

/** A window with or without the focus, whose system shows notifications. */
function setUp({ isFocused = false, permission = 'granted' } = {}) {
  const shown: Shown[] = []
  class FakeNotification implements Shown {
    static readonly permission = permission
    readonly title: string
    readonly options: Shown['options']
    constructor(title: string, options: Shown['options']) {
      this.title = title
      this.options = options
      shown.push(this)
    }
    close() {}
  }
  const focus = vi.fn()
  vi.stubGlobal('Notification', FakeNotification)
  vi.stubGlobal('window', { Notification: FakeNotification, focus })
  vi.stubGlobal('document', { hasFocus: () => isFocused })
  return { shown, focus }
}

afterEach(() => {
  vi.unstubAllGlobals()
  storage.remove(keys.desktop)
})

const onOpen = vi.fn()
const show = () => showSystemNotification({ id: 'n1', title: 'Plans', text: 'Bo joined', onOpen })

it('shows a notification behind other windows, and leads to it', () => {
  const { shown, focus } = setUp()
  storage.write(keys.desktop, '1')
  show()
  expect(shown).toMatchObject([{ title: 'Plans', options: { body: 'Bo joined', tag: 'n1' } }])
  shown[0]?.onclick?.()
  expect(focus).toHaveBeenCalledOnce()
  expect(onOpen).toHaveBeenCalledOnce()
})

it('shows nothing in a browser, in front of the person, or without permission', () => {
  const browser = setUp()
  show()
  storage.write(keys.desktop, '1')
  const focused = setUp({ isFocused: true })
  show()
  const denied = setUp({ permission: 'denied' })
  show()
  expect([browser.shown, focused.shown, denied.shown]).toEqual([[], [], []])
})
