import '@mantine/core/styles.css'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { boardOnPage, newRecord } from '../testing.tsx'
import type { BoardOnPage } from '../testing.tsx'
import { AudienceView } from './audience-view.tsx'
import { Slideshow } from './slideshow.tsx'

let open: BoardOnPage | undefined
const onClose = vi.fn()

beforeEach(() => page.viewport(800, 600))
afterEach(() => {
  open?.dispose()
  onClose.mockClear()
})

const frames = [
  newRecord('frame', { id: 'f1', x: 0, y: 0, w: 400, h: 300, title: 'First' }),
  newRecord('frame', { id: 'f2', x: 2_000, y: 0, w: 800, h: 600, title: 'Second' }),
  newRecord('frame', { id: 'f3', x: 4_000, y: 0, w: 1_600, h: 1_200, title: 'Third' }),
]

function show(
  records: Parameters<typeof boardOnPage>[0],
  role?: Parameters<typeof boardOnPage>[1],
): BoardOnPage {
  open = boardOnPage(records, role)
  open.show(<Slideshow onClose={onClose} />)
  return open
}

const find = (testId: string) => document.querySelector<HTMLElement>(`[data-testid="${testId}"]`)
const number = () => find('slide-number')?.textContent
const isFocused = () => find('slideshow')?.contains(document.activeElement)

test('a viewer steps through slides by keys; each fills the screen, and closing restores the view', async () => {
  const { board, show: draw } = show(frames, 'viewer')
  const before = board.state.camera.peek()
  await expect.poll(number).toBe('1 / 3')
  await expect.poll(isFocused).toBe(true)
  await expect.poll(() => board.state.camera.peek()).toEqual({ x: 0, y: 0, zoom: 2 })
  await userEvent.keyboard('{ArrowRight}{PageDown}{ArrowRight}')
  await expect.poll(() => board.state.camera.peek()).toEqual({ x: 4_000, y: 0, zoom: 0.5 })
  await userEvent.keyboard('{ArrowLeft}')
  await expect.poll(number).toBe('2 / 3')
  await expect.poll(() => document.querySelector('[role="status"]')?.textContent).toBe('slides.titled')
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(1)
  draw(null)
  await expect.poll(() => board.state.camera.peek()).toEqual(before)
})

test('starts with the selected frame and stays on it while others are edited', async () => {
  open = boardOnPage(frames)
  const { board, replica } = open
  board.select(['f2'])
  open.show(<Slideshow onClose={onClose} />)
  await expect.poll(number).toBe('2 / 3')
  board.select(['f1'])
  board.run('delete')
  await expect.poll(number).toBe('1 / 2')
  expect(replica.document.get('f1')).toBeUndefined()
  await expect.poll(() => board.state.camera.peek().x).toBe(2_000)
  board.run('undo')
  await expect.poll(number).toBe('2 / 3')
})

test('a press on the right steps forward, one on the left back, a swipe by its direction', async () => {
  show(frames)
  await expect.poll(number).toBe('1 / 3')
  const press = (from: number, to: number) => {
    const init = { bubbles: true, isPrimary: true, button: 0, clientY: 300, pointerId: 1 }
    find('slide')?.dispatchEvent(new PointerEvent('pointerdown', { ...init, clientX: from }))
    find('slide')?.dispatchEvent(new PointerEvent('pointerup', { ...init, clientX: to }))
  }
  press(600, 600)
  await expect.poll(number).toBe('2 / 3')
  press(100, 100)
  await expect.poll(number).toBe('1 / 3')
  press(200, 100)
  await expect.poll(number).toBe('2 / 3')
})

test('without frames it explains how to make slides', async () => {
  show([newRecord('rect', { id: 'a' })])
  await expect.poll(() => find('slideshow')?.textContent).toContain('slides.noneText')
  await userEvent.click(page.getByText('slides.end'))
  expect(onClose).toHaveBeenCalledTimes(1)
})

const notesField = () =>
  document.querySelector<HTMLTextAreaElement>('[data-testid="presenter-notes"] textarea')

test('notes are written beside the slide, which gets smaller, and are one undo step', async () => {
  const { board, element } = show(frames)
  await expect.poll(isFocused).toBe(true)
  await userEvent.keyboard('n')
  await expect.poll(() => board.state.camera.peek().zoom).toBeLessThan(2)
  await userEvent.click(notesField()!)
  // Letters and arrows are text here, and Escape leaves the field only.
  await userEvent.keyboard('Say hello, friends{ArrowLeft}{Escape}')
  await expect.poll(() => element('f1')['notes']).toBe('Say hello, friends')
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(number).toBe('2 / 3')
  await expect.poll(() => notesField()?.value).toBe('')
  board.run('undo')
  expect(element('f1')['notes'] ?? '').toBe('')
})

test('notes are stored when the slideshow ends while they are written, and show what others write', async () => {
  const {
    element,
    replica,
    show: draw,
  } = show([newRecord('frame', { id: 'f1', x: 0, y: 0, w: 400, h: 300 })])
  await expect.poll(isFocused).toBe(true)
  await userEvent.keyboard('n')
  replica.edit([{ op: 'patch', id: 'f1', fields: { notes: 'From Kim' } }], 'kim')
  await expect.poll(() => notesField()?.value).toBe('From Kim')
  await userEvent.fill(notesField()!, 'Mine')
  flushSync(() => draw(null))
  // At once: the page may be closing.
  expect(element('f1')['notes']).toBe('Mine')
})

test('who may not change a frame reads its notes', async () => {
  show([newRecord('frame', { id: 'f1', x: 0, y: 0, w: 400, h: 300, notes: 'Read me' })], 'viewer')
  await expect.poll(isFocused).toBe(true)
  await userEvent.keyboard('n')
  await expect.poll(() => find('presenter-notes')?.textContent).toContain('Read me')
  expect(notesField()).toBeNull()
})

test('on a phone the notes are below the slide', async () => {
  await page.viewport(390, 700)
  show(frames)
  await expect.poll(isFocused).toBe(true)
  await userEvent.keyboard('n')
  const area = () => find('presenter-notes')!.getBoundingClientRect()
  await expect.poll(() => area().width).toBe(390)
  expect(area().top).toBeGreaterThan(400)
  expect(find('slide')!.getBoundingClientRect().bottom).toBeLessThanOrEqual(area().top)
})

test('the window for the audience shows the slide of the presenter, without notes, until the slideshow ends', async () => {
  // The same browser: messages go from one component to the other as between two windows.
  const { show: draw } = show(frames)
  await expect.poll(number).toBe('1 / 3')
  draw(
    <>
      <Slideshow onClose={onClose} />
      <AudienceView />
    </>,
  )
  const isShown = () => find('audience')?.querySelector('[data-testid="slide"]') instanceof Element
  await expect.poll(isShown).toBe(true)
  expect(find('audience')?.dataset['empty']).toBeUndefined()
  draw(
    <>
      {null}
      <AudienceView />
    </>,
  )
  await expect.poll(() => find('audience')?.textContent).toContain('slides.waiting')
})
