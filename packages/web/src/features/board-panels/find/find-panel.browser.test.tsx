import { richTextFromPlain } from '@tavla/canvas/model'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { boardOnPage, newRecord } from '../testing.tsx'
import type { BoardOnPage } from '../testing.tsx'
import { LazyFindPanel } from './lazy-find-panel.tsx'

let open: BoardOnPage | undefined

beforeEach(() => page.viewport(1280, 800))
afterEach(() => open?.dispose())

const getField = (label: string) => document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)
const getButton = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('search button')].find(
    (button) => button.getAttribute('aria-label') === name || button.textContent === name,
  )
const getCount = () => document.querySelector('[data-testid="find-count"]')?.textContent

async function show(
  texts: readonly string[],
  role?: Parameters<typeof boardOnPage>[1],
): Promise<BoardOnPage> {
  const records = texts.map((text, i) =>
    newRecord('sticky', { id: `n${i}`, x: 100 + 250 * i, text: richTextFromPlain(text) }),
  )
  open = boardOnPage(records, role)
  open.show(<LazyFindPanel />)
  open.board.focus()
  await userEvent.keyboard('{Control>}f{/Control}')
  await expect.poll(() => document.activeElement?.ariaLabel).toBe('find.query')
  return open
}

async function press(name: string): Promise<void> {
  const button = getButton(name)
  if (!button) throw new Error(`no button ${name}`)
  await userEvent.click(button)
}

test('Ctrl+F searches while typing, Enter steps to the next match, and Escape selects the current one', async () => {
  const { board } = await show(['first idea', 'nothing', 'second idea'])
  await userEvent.keyboard('idea')
  await expect.poll(() => board.find.result.value.matches.length).toBe(2)
  expect(board.find.result.value.current).toBe(0)
  expect(getCount()).toBe('find.position')
  await userEvent.keyboard('{Enter}')
  expect(board.find.result.value.current).toBe(1)
  await userEvent.keyboard('s')
  await expect.poll(getCount).toBe('find.none')
  await userEvent.keyboard('{Backspace}{Enter}{Escape}')
  await expect.poll(() => document.querySelector('search')).toBeNull()
  expect(board.state.selection.value).toEqual(['n2'])
  expect(document.activeElement?.contains(document.querySelector('canvas'))).toBe(true)
})

test('an editor replaces all matches and reverts it with one undo', async () => {
  const { board, element } = await show(['cat', 'cat and cat'])
  const text = (id: string) => JSON.stringify(element(id)['text'])
  await userEvent.keyboard('cat')
  await press('find.showReplace')
  await userEvent.fill(getField('find.replacement')!, 'dog')
  await press('find.replaceAll')
  await expect.poll(() => text('n1')).toContain('dog and dog')
  expect(text('n0')).toContain('dog')
  await expect.poll(getCount).toBe('find.none')
  board.run('undo')
  await expect.poll(getCount).toBe('find.position')
  expect(text('n1')).toContain('cat and cat')
})

test('a viewer can find, but not replace', async () => {
  await show(['idea'], 'viewer')
  await userEvent.keyboard('idea')
  await expect.poll(getCount).toBe('find.position')
  expect(getButton('find.showReplace')).toBeUndefined()
})
