import { describe, expect, it } from 'vitest'
import { fakeClock } from './fake-clock.ts'
import { createToasts } from './toast.ts'

function setUp(address = '/app/dashboard') {
  const clock = fakeClock()
  const toasts = createToasts({ clock, url: () => address })
  return { clock, toasts, text: () => toasts.shown.value?.text ?? null }
}

describe('toast', () => {
  it('is shown for 4 s', () => {
    const { clock, toasts, text } = setUp()
    toasts.refuse('No')
    clock.pass(3999)
    expect(text()).toBe('No')
    clock.pass(1)
    expect(text()).toBeNull()
  })

  it('is single: a new text replaces the open one and restarts the time', () => {
    const { clock, toasts, text } = setUp()
    toasts.refuse('First')
    clock.pass(3000)
    toasts.refuse('Second')
    expect(text()).toBe('Second')
    clock.pass(3999)
    expect(text()).toBe('Second')
    clock.pass(1)
    expect(text()).toBeNull()
  })

  it.each(['/app/login', '/app/pclogin', '/app/pcapp-login', '/app/forget-loading', '/app/userinfo'])(
    'is silent on %s',
    (path) => {
      const { toasts, text } = setUp(path)
      toasts.refuse('No')
      expect(text()).toBeNull()
    },
  )

  it.each([
    '/app/whiteboard?w=7&from=login',
    '/app/dashboard?next=userinfo',
    '/app/dashboard#forget-loading',
    '/app/request-access?w=7#pclogin',
  ])('is silent on %s, too: the whole address counts', (address) => {
    const { toasts, text } = setUp(address)
    toasts.refuse('No')
    expect(text()).toBeNull()
  })

  it.each(['/app/dashboard', '/app/whiteboard', '/app/invite-loading', '/app/google-loading', '/app/admin'])(
    'speaks on %s',
    (path) => {
      const { toasts, text } = setUp(path)
      toasts.refuse('No')
      expect(text()).toBe('No')
    },
  )

  it('confirms actions also on URLs where refusals are silent', () => {
    const { toasts, text } = setUp('/app/userinfo')
    toasts.note('Saved')
    expect(text()).toBe('Saved')
  })

  it('can be closed by hand, and the previous timer does not close a later one', () => {
    const { clock, toasts, text } = setUp()
    toasts.refuse('First')
    clock.pass(2000)
    toasts.close()
    toasts.refuse('Second')
    clock.pass(2001)
    expect(text()).toBe('Second')
  })
})
