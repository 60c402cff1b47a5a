import { Button, MantineProvider, Menu, Modal } from '@mantine/core'
import { useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { returnFocusOfDialogs } from './dialog-focus.ts'

let root: Root
let stop: () => void

afterEach(() => {
  stop()
  root.unmount()
  document.body.replaceChildren()
})

/** A dialog, opened directly, from a menu and from another dialog, that is rendered only while it is open. */
function Page() {
  const [opened, setOpened] = useState(false)
  const [inner, setInner] = useState(false)
  return (
    <MantineProvider>
      <Button onClick={() => setOpened(true)}>Open</Button>
      <Menu>
        <Menu.Target>
          <Button>Menu</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpened(true)}>Item</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {opened && (
        <Modal opened onClose={() => setOpened(false)} title="Outer" transitionProps={{ duration: 0 }}>
          <Button onClick={() => setInner(true)}>Inside</Button>
        </Modal>
      )}
      {inner && (
        <Modal opened onClose={() => setInner(false)} title="Inner" transitionProps={{ duration: 0 }}>
          Text
        </Modal>
      )}
    </MantineProvider>
  )
}

function show(): void {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(<Page />)
  stop = returnFocusOfDialogs()
}

const button = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button')].find((each) => each.textContent === name)
const focusedText = () => document.activeElement?.textContent
/** A dialog and a menu take the focus in a timer after they were opened; until then, keys go to what opened them. */
const focusIsIn = (role: string) => () => !!document.activeElement?.closest(`[role="${role}"]`)
const dialogs = () => document.querySelectorAll('[role="dialog"]').length

async function focusOn(name: string): Promise<void> {
  await expect.poll(() => button(name)).toBeDefined()
  button(name)?.focus()
}

test('focus returns to what opened the dialog, also one inside of another', async () => {
  show()
  await focusOn('Open')
  await userEvent.keyboard('{Enter}')
  await expect.poll(dialogs).toBe(1)
  await expect.poll(focusIsIn('dialog')).toBe(true)
  await focusOn('Inside')
  await userEvent.keyboard('{Enter}')
  await expect.poll(dialogs).toBe(2)
  button('Inside')?.dispatchEvent(new KeyboardEvent('keydown'))
  await expect.poll(() => document.activeElement?.closest('[role="dialog"]')?.textContent).toContain('Inner')
  await userEvent.click([...document.querySelectorAll<HTMLElement>('[data-modal-content] button')].at(-1)!)
  await expect.poll(dialogs).toBe(1)
  await expect.poll(focusedText).toBe('Inside')
  await userEvent.keyboard('{Escape}')
  await expect.poll(dialogs).toBe(0)
  await expect.poll(focusedText).toBe('Open')
})

test('the item of a menu, which has gone, stands for the menu’s button', async () => {
  show()
  await focusOn('Menu')
  await userEvent.keyboard('{Enter}')
  await expect.poll(focusIsIn('menu')).toBe(true)
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(focusedText).toBe('Item')
  await userEvent.keyboard('{Enter}')
  await expect.poll(dialogs).toBe(1)
  await userEvent.keyboard('{Escape}')
  await expect.poll(dialogs).toBe(0)
  await expect.poll(focusedText).toBe('Menu')
})
