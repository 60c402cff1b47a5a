import '@mantine/core/styles.css'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { boardOnPage, newRecord } from '../testing.tsx'
import type { BoardOnPage } from '../testing.tsx'
import { ExportDialog } from './export-dialog.tsx'

let open: BoardOnPage | undefined
const onClose = vi.fn()
const openVersions = vi.fn()

beforeEach(() => page.viewport(390, 800))
afterEach(() => {
  open?.dispose()
  onClose.mockClear()
})

function show(records: Parameters<typeof boardOnPage>[0], role?: Parameters<typeof boardOnPage>[1]): void {
  open = boardOnPage(records, role)
  open.show(<ExportDialog as="png" openVersions={openVersions} onClose={onClose} />)
}

const choose = (name: string) => userEvent.click(page.getByText(name, { exact: true }))
const outcome = () => document.querySelector('[data-testid="export-outcome"]')?.textContent ?? ''
const frames = [
  newRecord('frame', { id: 'f1', w: 400, h: 300, title: 'First' }),
  newRecord('frame', { id: 'f2', x: 2_000, w: 800, h: 600, title: 'Second' }),
]

test('a viewer can export', async () => {
  show([newRecord('rect', { id: 'a' })], 'viewer')
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await userEvent.click(page.getByText('export.save'))
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(save.mock.contexts.map((link) => (link as HTMLAnchorElement).download)).toEqual(['Harbour.png'])
  save.mockRestore()
})

test('every control can be reached and used with the keyboard', async () => {
  show(frames)
  await expect.poll(() => document.activeElement?.textContent).toBe('export.save')
  await userEvent.tab({ shift: true })
  await userEvent.tab({ shift: true })
  expect(document.activeElement?.getAttribute('type')).toBe('checkbox')
  for (let i = 0; i < 5; i++) await userEvent.tab({ shift: true })
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.poll(outcome).toBe('export.pages')
})

test('shows the pixel size of the image, and that it is reduced to the limit', async () => {
  show([newRecord('rect', { id: 'a', x: 0, w: 20_000, h: 100, strokeWidth: 0 })])
  await choose('1×')
  await expect.poll(outcome).toBe('export.size')
  await choose('4×')
  await expect.poll(outcome).toBe('export.size export.tooLarge')
})

test('an image of frames shows one frame, chosen by name', async () => {
  show(frames)
  await choose('export.frame')
  await expect.poll(() => document.querySelector('select')?.selectedOptions[0]?.textContent).toBe('First')
  const options = [...(document.querySelector('select')?.options ?? [])].map(({ textContent }) => textContent)
  expect(options).toEqual(['First', 'Second'])
})

test('an empty board explains that there is nothing to export', async () => {
  show([])
  await userEvent.click(page.getByText('export.save'))
  await expect.poll(() => document.querySelector('[role="alert"]')?.textContent).toBe('export.nothing')
  expect(onClose).not.toHaveBeenCalled()
})

test('a long export can be cancelled', async () => {
  const never = vi.spyOn(window, 'fetch').mockReturnValue(new Promise(() => undefined))
  show([newRecord('image', { id: 'a', file: 'slow' })])
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await userEvent.click(page.getByText('export.save'))
  await expect.poll(() => document.querySelector('[role="progressbar"]')).not.toBeNull()
  await userEvent.click(page.getByText('act.cancel'))
  await expect.poll(() => document.querySelector('[role="progressbar"]')).toBeNull()
  expect(document.querySelector('[role="alert"]')).toBeNull()
  expect(save).not.toHaveBeenCalled()
  save.mockRestore()
  never.mockRestore()
})

test('an image can have the board in it, and texts have two forms', async () => {
  show([newRecord('rect', { id: 'a' })])
  const saved: Blob[] = []
  const createObjectURL = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob)
    return 'blob:x'
  })
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await choose('SVG')
  await choose('export.embed')
  await userEvent.click(page.getByText('export.save'))
  await expect.poll(() => saved.length).toBe(1)
  expect(await saved[0]!.text()).toContain('<metadata data-type="application/vnd.tavla+zip">')
  await choose('export.texts')
  await choose('CSV')
  await userEvent.click(page.getByText('export.save'))
  await expect.poll(() => saved.length).toBe(2)
  expect(await saved[1]!.text()).toContain('page,frame,kind,text')
  expect(save.mock.contexts.map((link) => (link as HTMLAnchorElement).download)).toEqual(['Harbour.svg', 'Harbour.csv']) // prettier-ignore
  save.mockRestore()
  createObjectURL.mockRestore()
})
