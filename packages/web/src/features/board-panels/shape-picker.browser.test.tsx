import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { boardOnPage } from './testing.tsx'
import type { BoardOnPage } from './testing.tsx'
import { Toolbar } from './toolbar.tsx'

let open: BoardOnPage | undefined

beforeEach(() => page.viewport(1280, 800))
afterEach(() => open?.dispose())

const tool = (id: string) => document.querySelector<HTMLElement>(`[data-tool="${id}"]`)
const shapes = () =>
  [...document.querySelectorAll('[role="menuitem"]')].map((item) => item.getAttribute('aria-label'))

async function openPicker(): Promise<BoardOnPage> {
  open = boardOnPage([])
  open.show(<Toolbar narrow={false} />)
  await expect.poll(() => tool('rect')).not.toBeNull()
  tool('rect')?.focus()
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(() => document.activeElement?.tagName).toBe('INPUT')
  return open
}

test('a shape found by its name is selected with Enter, and its button shows it', async () => {
  const { board } = await openPicker()
  await userEvent.keyboard('star')
  await expect.poll(shapes).toContain('forms.star')
  await expect.poll(() => shapes().length).toBeLessThan(4)
  await userEvent.keyboard('{Enter}')
  expect(board.state.tool.peek()).toBe('figure-star')
  await expect.poll(shapes).toEqual([])
  await expect.poll(() => tool('figure-star')).not.toBeNull()
})

test('arrow keys move in rows and columns of the grid', async () => {
  const { board } = await openPicker()
  const focused = () => document.activeElement?.getAttribute('aria-label')
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(focused).toBe(shapes()[0])
  await userEvent.keyboard('{ArrowRight}{ArrowDown}')
  await expect.poll(focused).toBe(shapes()[7])
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.poll(() => document.activeElement?.tagName).toBe('INPUT')
  await userEvent.keyboard('{ArrowDown}{ArrowRight}{Enter}')
  expect(board.state.tool.peek()).toBe('ellipse')
})
