import { readFileSync } from 'node:fs'
import type { Download } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { openBoard, type BoardPage } from './pages/board-page.ts'
import { HistoryPage } from './pages/history-page.ts'
import { expect, test } from './pages/test.ts'

async function exported(board: BoardPage, format: string, choose: readonly string[] = []): Promise<Download> {
  const { page } = board
  await page.getByTestId('board-menu').click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog')
  for (const name of [format, ...choose]) await dialog.getByText(name, { exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export' }).click(),
  ])
  await expect(dialog).toHaveCount(0)
  return download
}

/** Under its own name: what is dropped is recognized by it. */
async function saveAs(download: Download, name: string): Promise<string> {
  const path = test.info().outputPath(name)
  await download.saveAs(path)
  return path
}

async function nameVersion(board: BoardPage, name: string): Promise<void> {
  await board.saved()
  const history = await HistoryPage.open(board.page)
  await history.name(name)
  await board.page.getByRole('button', { name: 'Back to board' }).click()
}

interface PdfPage {
  /** Points. */
  readonly w: number
  readonly h: number
  readonly words: string
}

async function getPages(download: Download): Promise<readonly PdfPage[]> {
  const task = getDocument({ data: new Uint8Array(readFileSync(await download.path())) })
  const pdf = await task.promise
  const pages: PdfPage[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { width: w, height: h } = page.getViewport({ scale: 1 })
    const { items } = await page.getTextContent()
    const words = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join('')
    pages.push({ w, h, words: words.replace(/\s+/g, ' ').trim() })
  }
  await task.destroy()
  return pages
}

test(
  'a board with frames becomes a PDF with a page per frame and readable text',
  { tag: '@firefox' },
  async ({ people, visit }) => {
    const ada = await people.member('Ada')
    const board = await openBoard(ada, await people.space(ada, 'Studio'), visit)
    const { page } = board
    await board.draw('F', { x: 100, y: 160 }, { x: 500, y: 460 })
    await board.draw('F', { x: 620, y: 160 }, { x: 1020, y: 360 })
    for (const [x, words] of [
      [150, 'Smörgås för 5 €'],
      [670, '“Ebb” & flod'],
    ] as const) {
      await board.draw('N', { x, y: 200 }, { x: x + 150, y: 350 })
      await page.keyboard.type(words)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
    }
    await page.keyboard.press('Escape')
    await board.saved()

    // No selection: the PDF of a board with frames has one page per frame.
    const pdf = await exported(board, 'PDF')
    expect(pdf.suggestedFilename()).toBe('Studio.pdf')
    expect(await getPages(pdf)).toEqual([
      { w: 300, h: 225, words: 'Smörgås för 5 €' },
      { w: 300, h: 150, words: '“Ebb” & flod' },
    ])

    const [whole, ...more] = await getPages(await exported(board, 'PDF', ['Whole page']))
    expect(more).toEqual([])
    for (const words of ['Smörgås för 5 €', '“Ebb” & flod']) expect(whole?.words).toContain(words)

    const svg = readFileSync(await (await exported(board, 'SVG')).path(), 'utf8')
    // A failure would print a megabyte of text, so only the comparison's result is asserted.
    expect(/@font-face\{font-family:&#39;Inter&#39;;[^}]*src:url\(data:font\/woff2;base64,/.test(svg)).toBe(
      true,
    )

    const json = JSON.parse(readFileSync(await (await exported(board, 'JSON')).path(), 'utf8')) as {
      readonly format: string
      readonly records: readonly { readonly kind: string }[]
    }
    expect(json.format).toBe('tavla')
    expect(json.records.map(({ kind }) => kind).sort()).toEqual([
      'frame',
      'frame',
      'page',
      'sticky',
      'sticky',
    ])

    // A package of the board brings it back after everything has been deleted.
    const tavla = await exported(board, 'Tavla')
    expect(tavla.suggestedFilename()).toBe('Studio.tavla')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Delete')
    await expect.poll(() => board.elements()).toEqual([])
    await board.dropFile(await saveAs(tavla, 'Studio.tavla'), { x: 400, y: 300 })
    await expect(page.getByTestId('import-report')).toContainText('Added 4 elements to the board.')
    await page.getByRole('button', { name: 'Got it' }).click()
    const back = await board.elements()
    expect(back.map(({ kind }) => kind).sort()).toEqual(['frame', 'frame', 'sticky', 'sticky'])
  },
)

test('named versions go with a package of the board, and are in the history of another one', async ({
  people,
  visit,
}) => {
  const ada = await people.member('Ada')
  const board = await openBoard(ada, await people.space(ada, 'Plan'), visit)
  const { page } = board
  await board.draw('R', { x: 200, y: 200 }, { x: 300, y: 280 })
  await nameVersion(board, 'First draft')
  await board.draw('O', { x: 500, y: 200 }, { x: 600, y: 280 })
  await nameVersion(board, 'Before the review')
  await board.host.press('Control+a')
  await board.host.press('Delete')
  await board.draw('D', { x: 400, y: 400 }, { x: 500, y: 480 })
  await board.saved()

  const tavla = await exported(board, 'Tavla', ['Whole board', 'With 2 named versions'])
  const other = await openBoard(ada, await people.space(ada, 'Copy'), visit)
  await other.dropFile(await saveAs(tavla, 'Plan.tavla'), { x: 400, y: 300 })
  const report = page.getByTestId('import-report')
  await expect(report).toContainText('Restored 2 named versions')
  await page.getByRole('button', { name: 'Got it' }).click()
  expect((await other.elements()).map(({ kind }) => kind)).toEqual(['diamond'])

  const history = await HistoryPage.open(page)
  await expect(history.root.getByRole('button', { name: /^Before the review/ })).toBeVisible()
  await history.root.getByRole('button', { name: /^First draft/ }).click()
  await expect(history.root.getByRole('button', { name: /^First draft/ })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await history.restore('Whole board')
  await expect(history.root).toBeHidden()
  await expect.poll(async () => (await other.elements()).map(({ kind }) => kind)).toEqual(['rect'])

  // A board in use keeps what it has, and the report says what was left off.
  await other.dropFile(test.info().outputPath('Plan.tavla'), { x: 400, y: 300 })
  await expect(report).toContainText(
    '2 × named versions: editors can restore them on an empty board while online',
  )
})

test('a page that is closed while versions are restored completes the board when it is opened again', async ({
  people,
  visit,
}) => {
  const ada = await people.member('Ada')
  const board = await openBoard(ada, await people.space(ada, 'Plan'), visit)
  const { page } = board
  await board.draw('R', { x: 200, y: 200 }, { x: 300, y: 280 })
  await nameVersion(board, 'First draft')
  await board.host.press('Control+a')
  await board.host.press('Delete')
  await board.draw('D', { x: 400, y: 400 }, { x: 500, y: 480 })
  await board.saved()
  const tavla = await exported(board, 'Tavla', ['Whole board', 'With 1 named version'])
  const path = await saveAs(tavla, 'Plan.tavla')

  const other = await openBoard(ada, await people.space(ada, 'Copy'), visit)
  const kinds = async () => (await other.elements()).map(({ kind }) => kind)
  const isNaming = page.waitForRequest('**/api/space/history/version')
  await page.route('**/api/space/history/version', () => undefined)
  await other.dropFile(path, { x: 400, y: 300 })
  await isNaming
  await expect.poll(kinds).toEqual(['rect'])
  await page.reload()
  const report = page.getByTestId('import-report')
  await expect(report).toContainText('1 × named version that couldn’t be restored')
  await expect.poll(kinds).toEqual(['diamond'])
  await page.getByRole('button', { name: 'Got it' }).click()
  await other.saved()
  // Once: the next time nothing is left to do.
  await page.reload()
  await expect.poll(kinds).toEqual(['diamond'])
  await expect(report).toHaveCount(0)
})
