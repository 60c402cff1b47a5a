import { MantineProvider } from '@mantine/core'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { LazyTooltip } from './lazy-tooltip.tsx'

let root: Root

beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')))
})

afterEach(() => {
  root.unmount()
  document.body.replaceChildren()
})

const button = () => document.querySelector<HTMLElement>('[aria-label="Undo"]')
const tooltips = () =>
  [...document.querySelectorAll('[role="tooltip"]')].map(({ textContent }) => textContent)

async function showButton(disabled = false): Promise<HTMLElement> {
  root.render(
    <MantineProvider>
      <LazyTooltip
        label="Undo Ctrl+Z"
        disabled={disabled}
        events={{ hover: true, focus: true, touch: false }}
      >
        <button aria-label="Undo">U</button>
      </LazyTooltip>
      <button>Elsewhere</button>
    </MantineProvider>,
  )
  await expect.poll(button).not.toBeNull()
  return button()!
}

test('a tooltip shows under a resting mouse, describes its control, and goes with the mouse', async () => {
  const control = await showButton()
  await userEvent.hover(control)
  await expect.poll(tooltips).toEqual(['Undo Ctrl+Z'])
  const id = control.getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(id)?.textContent).toBe('Undo Ctrl+Z')
  expect(button()).toBe(control)
  await userEvent.hover([...document.querySelectorAll('button')].at(-1)!)
  await expect.poll(tooltips).toEqual([])
  expect(control.hasAttribute('aria-describedby')).toBe(false)
})

test('a tooltip shows with the keyboard’s focus, and Escape hides it', async () => {
  const control = await showButton()
  await userEvent.keyboard('{Tab}')
  expect(document.activeElement).toBe(control)
  await expect.poll(tooltips).toEqual(['Undo Ctrl+Z'])
  await userEvent.keyboard('{Escape}')
  await expect.poll(tooltips).toEqual([])
})

test('a tooltip is hidden while its control has opened something, and does not come back by itself', async () => {
  const control = await showButton()
  await userEvent.hover(control)
  await expect.poll(tooltips).toEqual(['Undo Ctrl+Z'])
  await showButton(true)
  await expect.poll(tooltips).toEqual([])
  await showButton(false)
  expect(control.hasAttribute('aria-describedby')).toBe(false)
})
