import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { boardOnPage, newRecord } from '../testing.tsx'
import type { BoardOnPage } from '../testing.tsx'
import { ToolProperties, SelectionProperties } from './floating-properties.tsx'

const view = { w: 1280, h: 800 }
let open: BoardOnPage | undefined

beforeEach(() => page.viewport(view.w, view.h))
afterEach(() => open?.dispose())

const find = (testId: string) => document.querySelector<HTMLElement>(`[data-testid="${testId}"]`)
const button = (label: string) => document.querySelector<HTMLElement>(`[aria-label="${label}"]`)

async function press(what: () => HTMLElement | null): Promise<void> {
  await expect.poll(what).not.toBeNull()
  const element = what()
  if (element) await userEvent.click(element)
}

function show(
  records: Parameters<typeof boardOnPage>[0],
  role?: Parameters<typeof boardOnPage>[1],
): BoardOnPage {
  open = boardOnPage(records, role)
  open.show(<SelectionProperties view={view} />)
  return open
}

const offered = () =>
  [...document.querySelectorAll('[data-testid^="section-"]')].map((each) =>
    each.getAttribute('data-testid')?.replace('section-', ''),
  )

test('a colour is set on all selected elements in one undo step', async () => {
  const { board, element } = show([newRecord('rect', { id: 'a' }), newRecord('ellipse', { id: 'b', x: 700 })])
  board.select(['a', 'b'])
  await press(() => find('section-line'))
  await press(() => button('colors.red'))
  await expect.poll(() => ['a', 'b'].map((id) => element(id)['stroke'])).toEqual(['red', 'red'])
  board.run('undo')
  expect(['a', 'b'].map((id) => element(id)['stroke'])).toEqual(['ink', 'ink'])
})

test('offers the fields of all selected elements, sets them where they exist, and marks differing values as mixed', async () => {
  const { board, element } = show([
    newRecord('rect', { id: 'a', stroke: 'red' }),
    newRecord('pen', { id: 'b', stroke: 'blue' }),
    newRecord('image', { id: 'c' }),
  ])
  board.select(['a'])
  await expect.poll(offered).toEqual(['fill', 'line', 'text', 'look', 'link', 'arrange'])
  board.select(['b'])
  await expect.poll(offered).toEqual(['line', 'look', 'link', 'arrange'])
  board.select(['a', 'b'])
  await expect.poll(offered).toEqual(['fill', 'line', 'text', 'look', 'link', 'arrange'])
  await press(() => find('section-fill'))
  await press(() => button('colors.green'))
  await expect.poll(() => element('a')['fill']).toBe('green')
  expect(element('b')).not.toHaveProperty('fill')
  await press(() => find('section-line'))
  await expect.poll(() => find('properties-panel')?.textContent).toContain('properties.mixed')
  // A pen stroke without a colour would be invisible.
  expect(button('colors.none')).toBeNull()
  board.select(['c'])
  await expect.poll(offered).toEqual(['look', 'image', 'link', 'arrange'])
})

test('Escape closes the panel and keeps the selection; the board has the focus again', async () => {
  const { board } = show([newRecord('rect', { id: 'a' })])
  board.select(['a'])
  await press(() => find('section-fill'))
  await expect.poll(() => find('properties-panel')).not.toBeNull()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => find('properties-panel')).toBeNull()
  expect(board.state.selection.value).toEqual(['a'])
  await userEvent.keyboard('{Delete}')
  await expect.poll(() => board.document.get('a')).toBeUndefined()
})

test('arrowheads are a grid, and fonts show themselves', async () => {
  const { board } = show([newRecord('connector', { id: 'a' })])
  board.select(['a'])
  await press(() => find('section-ends'))
  const group = (label: string) => [
    ...document.querySelectorAll<HTMLElement>(`[role="group"][aria-label="${label}"] button`),
  ]
  await expect.poll(() => group('properties.endHead').length).toBe(13)
  const widths = new Set(group('properties.endHead').map((each) => Math.round(each.offsetWidth)))
  expect(widths.size).toBe(1)
  await press(() => find('section-text'))
  await expect.poll(() => group('properties.font').length).toBe(4)
  const fonts = group('properties.font').map((each) => getComputedStyle(each.firstElementChild!).fontFamily)
  expect(new Set(fonts.map((family) => family.split(',')[0])).size).toBe(4)
})

test('hides the selection outline while a style is chosen', async () => {
  const { board } = show([newRecord('rect', { id: 'a' })])
  board.select(['a'])
  const marks = () =>
    [...document.querySelectorAll('canvas')].some((canvas) => {
      const data = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height).data
      for (let i = 0; i < data.length; i += 4)
        if (data[i] === 0x5b && data[i + 1] === 0x5f && data[i + 2] === 0xd6) return true
      return false
    })
  await expect.poll(marks).toBe(true)
  await press(() => find('section-line'))
  await expect.poll(marks).toBe(false)
  expect(find('properties')).not.toBeNull()
  await userEvent.keyboard('{Escape}')
  await expect.poll(marks).toBe(true)
})

test('actions apply to the selection', async () => {
  const { board } = show([newRecord('rect', { id: 'a' })])
  board.select(['a'])
  await press(() => button('commands.duplicate'))
  await expect.poll(() => board.document.childIds('page').length).toBe(2)
  await press(() => button('commands.delete'))
  await expect.poll(() => board.document.childIds('page')).toEqual(['a'])
})

test('a viewer is offered nothing', async () => {
  const { board } = show([newRecord('rect', { id: 'a' })], 'viewer')
  board.select(['a'])
  await expect.poll(() => board.state.selectionBox.value).not.toBeNull()
  expect(find('properties')).toBeNull()
})

test('with a drawing tool active, the next element gets the chosen style', async () => {
  open = boardOnPage([])
  const { board } = open
  open.show(<ToolProperties view={view} />)
  board.setTool('sticky')
  await press(() => find('section-fill'))
  await press(() => button('colors.blue'))
  await expect.poll(() => board.state.style.value.get('fill')).toEqual({ value: 'blue' })
})

const field = (label: string) => document.querySelector<HTMLInputElement>(`[aria-label="${label}"]`)!

test('a link is set and removed for the whole selection, and a script is refused', async () => {
  const { board, element } = show([newRecord('rect', { id: 'a' }), newRecord('ellipse', { id: 'b', x: 700 })])
  board.select(['a', 'b'])
  await press(() => find('section-link'))
  const input = () => document.querySelector<HTMLInputElement>('[data-testid="properties-panel"] input')!
  await expect.poll(() => document.activeElement === input()).toBe(true)
  await userEvent.keyboard('javascript:alert(1){Enter}')
  await expect.poll(() => document.body.textContent).toContain('link.invalid')
  expect(element('a').link).toBeUndefined()
  await userEvent.clear(input())
  await userEvent.keyboard('example.org{Enter}')
  await expect
    .poll(() => ['a', 'b'].map((id) => element(id).link))
    .toEqual(Array(2).fill('https://example.org'))
  expect(find('properties-panel')).toBeNull()
  await press(() => find('section-link'))
  await expect.poll(() => input().value).toBe('https://example.org')
  await userEvent.click(page.getByText('link.remove'))
  await expect.poll(() => element('a').link).toBeUndefined()
  board.run('undo')
  expect(element('b').link).toBe('https://example.org')
})

test('a custom colour is entered by its code, and offered again as recent and as one of the board', async () => {
  localStorage.removeItem('recentColors')
  const { board, element } = show([newRecord('rect', { id: 'a' })])
  board.select(['a'])
  await press(() => find('section-fill'))
  await press(() => button('colors.other'))
  await expect.poll(() => field('colors.code')).not.toBeNull()
  await userEvent.fill(field('colors.code'), '#12F')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => element('a')['fill']).toBe('#1122ff')
  board.run('undo')
  expect(element('a')['fill']).toBe('none')
  board.setStyle({ stroke: '#00aa00' })
  await userEvent.keyboard('{Escape}')
  await press(() => find('section-fill'))
  await press(() => button('colors.other'))
  await expect.poll(() => button('#00aa00')).not.toBeNull()
  await press(() => button('#1122ff'))
  await expect.poll(() => element('a')['fill']).toBe('#1122ff')
})

test('an image is described and cropped from its panel, which others do not have', async () => {
  const { board, element } = show([
    newRecord('image', {
      id: 'a',
      file: 'f',
      naturalW: 100,
      naturalH: 50,
      crop: { x: 0, y: 0, w: 0.5, h: 1 },
    }),
    newRecord('rect', { id: 'b' }),
  ])
  board.select(['b'])
  await expect.poll(offered).toContain('link')
  expect(offered()).not.toContain('image')
  board.select(['a'])
  await press(() => find('section-image'))
  const alt = () => document.querySelector<HTMLTextAreaElement>('[data-testid="properties-panel"] textarea')!
  await expect.poll(alt).not.toBeNull()
  await userEvent.fill(alt(), 'A harbour')
  await userEvent.click(page.getByText('commands.uncrop'))
  await expect.poll(() => element('a')['crop']).toBeNull()
  expect(element('a')['alt']).toBe('A harbour')
  board.run('undo')
  expect(element('a')['crop']).toEqual({ x: 0, y: 0, w: 0.5, h: 1 })
})

test('opacity is set by repeated keys on a named slider, and Escape returns to the button that opened it', async () => {
  const { board, element } = show([newRecord('rect', { id: 'a' })])
  board.select(['a'])
  await expect.poll(() => find('section-look')).not.toBeNull()
  await userEvent.tab()
  find('section-look')!.focus()
  await userEvent.keyboard('{Enter}')
  const slider = () => document.querySelector<HTMLElement>('[role="slider"]')
  await expect.poll(() => slider()?.getAttribute('aria-label')).toBe('properties.opacity')
  slider()!.focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(() => element('a')['opacity']).toBe(0.95)
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(() => element('a')['opacity']).toBe(0.9)
  expect(slider()?.getAttribute('aria-valuenow')).toBe('90')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.activeElement).toBe(find('section-look'))
})
