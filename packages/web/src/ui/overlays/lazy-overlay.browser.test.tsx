import { MantineProvider, Menu, Modal } from '@mantine/core'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { LazyOverlay } from './lazy-overlay.tsx'
import { MenuOverlay } from './loaded/menu-overlay.tsx'
import type { OverlayCode } from './overlay-code.ts'

function Items() {
  return (
    <MenuOverlay withInitialFocusPlaceholder={false} transitionProps={{ duration: 0 }}>
      <Menu.Item>First</Menu.Item>
      <Menu.Item>Second</Menu.Item>
    </MenuOverlay>
  )
}

/** Code that arrives, or fails to, when the test says so. */
function slowCode() {
  let loaded: typeof Items | null = null
  let answers: ((content: typeof Items | null) => void)[] = []
  const callbacks = new Set<() => void>()
  const code: OverlayCode<typeof Items> = {
    getLoaded: () => loaded,
    subscribe(callback) {
      callbacks.add(callback)
      return () => void callbacks.delete(callback)
    },
    load: () => (loaded ? Promise.resolve(loaded) : new Promise((resolve) => answers.push(resolve))),
    preload: () => undefined,
    preloadWhenIdle: () => undefined,
  }
  const answer = (content: typeof Items | null) => {
    loaded = content
    for (const each of answers) each(content)
    answers = []
    for (const callback of callbacks) callback()
  }
  return {
    code,
    arrive: () => answer(Items),
    fail: () => answer(null),
    isRequested: () => answers.length > 0,
  }
}

let root: Root
let slow: ReturnType<typeof slowCode>

beforeEach(() => {
  slow = slowCode()
  root = createRoot(document.body.appendChild(document.createElement('div')))
})

afterEach(() => {
  root.unmount()
  document.body.replaceChildren()
})

function Page() {
  return (
    <MantineProvider>
      <LazyOverlay type="menu" code={slow.code} render={(Loaded) => <Loaded />}>
        <button>More</button>
      </LazyOverlay>
      <input aria-label="Elsewhere" />
    </MantineProvider>
  )
}

const find = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button')].find((each) => each.textContent === name)
const menus = () => document.querySelectorAll('[role="menu"]').length
const focusedText = () => document.activeElement?.textContent

async function showButton(page = <Page />): Promise<HTMLElement> {
  root.render(page)
  await expect.poll(() => find('More')).toBeDefined()
  return find('More')!
}

test('pressed before its code is there, the menu opens as soon as it arrives', async () => {
  const button = await showButton()
  expect(button.getAttribute('aria-haspopup')).toBe('menu')
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(button)
  await expect.poll(slow.isRequested).toBe(true)
  expect(menus()).toBe(0)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  slow.arrive()
  await expect.poll(focusedText).toBe('First')
  const menu = document.querySelector('[role="menu"]')
  expect(menu?.getAttribute('aria-labelledby')).toBe(button.id)
  expect(button.getAttribute('aria-controls')).toBe(menu?.id)
})

test('the button stays the same element with the focus while the code arrives', async () => {
  const button = await showButton()
  button.focus()
  slow.arrive()
  await userEvent.keyboard('{Enter}')
  await expect.poll(menus).toBe(1)
  expect(find('More')).toBe(button)
  await expect.poll(focusedText).toBe('First')
  await userEvent.keyboard('{Escape}')
  await expect.poll(menus).toBe(0)
  await expect.poll(() => document.activeElement).toBe(button)
})

test.for(['{Enter}', ' ', '{ArrowDown}'])(
  'the key “%s” opens the menu, also before its code is there',
  async (key) => {
    const button = await showButton()
    button.focus()
    await userEvent.keyboard(key)
    await expect.poll(slow.isRequested).toBe(true)
    slow.arrive()
    await expect.poll(focusedText).toBe('First')
  },
)

test('a menu whose code comes late leaves the focus where the user has gone', async () => {
  const button = await showButton()
  await userEvent.click(button)
  await expect.poll(slow.isRequested).toBe(true)
  await userEvent.click(document.querySelector('input')!)
  expect(button.getAttribute('aria-expanded')).toBe('false')
  slow.arrive()
  await userEvent.keyboard('typed')
  expect(document.querySelector('input')?.value).toBe('typed')
  expect(menus()).toBe(0)
})

test('after a failed load the button is closed, and can be pressed again', async () => {
  const button = await showButton()
  await userEvent.click(button)
  await expect.poll(slow.isRequested).toBe(true)
  slow.fail()
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(button)
  await expect.poll(slow.isRequested).toBe(true)
  slow.arrive()
  await expect.poll(focusedText).toBe('First')
})

test('Escape before the menu has the focus closes the menu, not the dialog beneath', async () => {
  let closed = 0
  const button = await showButton(
    <MantineProvider>
      <Modal opened onClose={() => (closed += 1)} title="Dialog" transitionProps={{ duration: 0 }}>
        <LazyOverlay type="menu" code={slow.code} render={(Loaded) => <Loaded />}>
          <button>More</button>
        </LazyOverlay>
      </Modal>
    </MantineProvider>,
  )
  await userEvent.click(button)
  await expect.poll(slow.isRequested).toBe(true)
  await userEvent.keyboard('{Escape}')
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(closed).toBe(0)
  await userEvent.keyboard('{Escape}')
  expect(closed).toBe(1)
})
