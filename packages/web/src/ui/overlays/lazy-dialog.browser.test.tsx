import { MantineProvider, Modal } from '@mantine/core'
import { useState, type ComponentType } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { lazyDialog } from './lazy-dialog.tsx'
import type { OverlayCode } from './overlay-code.ts'

interface DialogProps {
  opened: boolean
  onClose(): void
}

function Dialog({ opened, onClose }: DialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Rename" transitionProps={{ duration: 0 }}>
      Text
    </Modal>
  )
}

let root: Root
let answer: (content: ComponentType<DialogProps> | null) => void
let shortcuts: string[]
const takeShortcut = ({ key }: KeyboardEvent) => void shortcuts.push(key)

/** A page with a dialog whose code arrives, or fails to, when the test answers. */
async function openDialog(): Promise<void> {
  let loaded: ComponentType<DialogProps> | null = null
  let callback = () => {}
  const code: OverlayCode<ComponentType<DialogProps>> = {
    getLoaded: () => loaded,
    subscribe(next) {
      callback = next
      return () => undefined
    },
    load: () =>
      new Promise((resolve) => {
        answer = (content) => {
          loaded = content
          resolve(content)
          callback()
        }
      }),
    preload: () => undefined,
    preloadWhenIdle: () => undefined,
  }
  const Lazy = lazyDialog(code)
  function Page() {
    const [opened, setOpened] = useState(false)
    return (
      <MantineProvider>
        <button data-open={opened} onClick={() => setOpened(true)}>
          Open
        </button>
        <Lazy opened={opened} onClose={() => setOpened(false)} />
      </MantineProvider>
    )
  }
  root.render(<Page />)
  await expect.poll(button).not.toBeNull()
  await userEvent.click(button()!)
}

const button = () => document.querySelector<HTMLElement>('[data-open]')
const isOpen = () => button()?.dataset['open'] === 'true'
const dialogs = () => document.querySelectorAll('[role="dialog"]').length

beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  shortcuts = []
  document.addEventListener('keydown', takeShortcut)
})

afterEach(() => {
  document.removeEventListener('keydown', takeShortcut)
  root.unmount()
  document.body.replaceChildren()
})

test('keys typed for a dialog that is still loading are not taken as shortcuts; it opens when it is there', async () => {
  await openDialog()
  await userEvent.keyboard('r')
  expect(shortcuts).toEqual([])
  answer(Dialog)
  await expect.poll(dialogs).toBe(1)
  await userEvent.keyboard('r')
  expect(shortcuts).toEqual(['r'])
})

test('Escape gives up a dialog that is still loading', async () => {
  await openDialog()
  await userEvent.keyboard('{Escape}')
  await expect.poll(isOpen).toBe(false)
  answer(Dialog)
  expect(dialogs()).toBe(0)
})

test('a dialog whose code did not load is closed, and can be opened again', async () => {
  await openDialog()
  answer(null)
  await expect.poll(isOpen).toBe(false)
  await userEvent.click(button()!)
  await expect.poll(isOpen).toBe(true)
  answer(Dialog)
  await expect.poll(dialogs).toBe(1)
})

test('focus returns to what opened a dialog, also the first time', async () => {
  await openDialog()
  answer(Dialog)
  await expect.poll(() => !!document.activeElement?.closest('[role="dialog"]')).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.poll(dialogs).toBe(0)
  await expect.poll(() => document.activeElement).toBe(button())
})
