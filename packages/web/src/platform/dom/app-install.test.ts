import { expect, it, vi } from 'vitest'
import { fakeStorage } from '../fake-storage.ts'
import { createAppInstall } from './app-install.ts'

function openPage(store = fakeStorage().storage, isShell = false) {
  const page = new EventTarget()
  const install = createAppInstall(store, () => isShell)
  install.watch(page)
  const prompt = vi.fn(async () => ({ outcome: 'dismissed' }))
  const offer = () => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
    page.dispatchEvent(event)
    return event
  }
  return { page, install, prompt, offer, store }
}

it('the hint to install is shown once in a browser, and only if the app can be installed', () => {
  const first = openPage()
  first.install.hint()
  expect(first.install.isHinted.value).toBe(false)
  expect(first.offer().defaultPrevented).toBe(true)
  first.install.hint()
  expect(first.install.isHinted.value).toBe(true)

  const second = openPage(first.store)
  second.offer()
  second.install.hint()
  expect(second.install.isHinted.value).toBe(false)
  second.install.open.value?.()
  expect(second.prompt).toHaveBeenCalledOnce()
  expect(second.install.open.value).toBeNull()
})

it('an installed app offers no installation, and neither does the desktop app', () => {
  const { page, install, offer } = openPage()
  offer()
  install.hint()
  page.dispatchEvent(new Event('appinstalled'))
  expect([install.open.value, install.isHinted.value]).toEqual([null, false])

  const shell = openPage(fakeStorage().storage, true)
  shell.offer()
  expect(shell.install.open.value).toBeNull()
})
