import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { storage } from '../storage.ts'
import { keys } from '../storage-keys.ts'
import { useUnreadBadge } from './unread-badge.ts'
import { useTitle } from './use-title.ts'

function Page({ unread }: { unread: number }) {
  useTitle('Ideas')
  useUnreadBadge(unread)
  return null
}

it('unread notifications are counted at the app’s icon, and in the title of the desktop app', () => {
  const badge = vi.spyOn(navigator, 'setAppBadge').mockResolvedValue()
  const cleared = vi.spyOn(navigator, 'clearAppBadge').mockResolvedValue()
  const root = createRoot(document.createElement('div'))
  const show = (unread: number) => {
    flushSync(() => root.render(<Page unread={unread} />))
    return document.title
  }
  expect(show(2)).toBe('Ideas – Tavla')
  expect(badge).toHaveBeenLastCalledWith(2)
  storage.write(keys.desktop, '1')
  expect(show(3)).toBe('(3) Ideas – Tavla')
  expect(show(0)).toBe('Ideas – Tavla')
  expect(cleared).toHaveBeenCalled()
  flushSync(() => root.unmount())
  storage.remove(keys.desktop)
})
