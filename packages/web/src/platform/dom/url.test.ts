import { expect, it, vi } from 'vitest'
import { pathBelowBase, reloadWhenRestored } from './url.ts'

it('removes the base path wherever there is one', () => {
  expect(['/app/dashboard', '/app', '/apple'].map(pathBelowBase)).toEqual(['/dashboard', '/app', '/apple'])
})

it('reloads a page restored by the back button, and no other', () => {
  let show = (_event: { persisted: boolean }) => {}
  const reload = vi.fn()
  reloadWhenRestored({ addEventListener: (_type, listener) => void (show = listener) }, reload)
  show({ persisted: false })
  expect(reload).not.toHaveBeenCalled()
  show({ persisted: true })
  expect(reload).toHaveBeenCalledOnce()
})
