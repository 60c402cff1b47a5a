import { BoardChrome } from '../pages/board-chrome.ts'
import { DashboardPage } from '../pages/dashboard-page.ts'
import { createPdf } from '../pages/pdf-file.ts'
import type { People } from '../pages/people.ts'
import { expect, test, type Visit } from '../pages/test.ts'

const getFile = (name: string, text: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(text),
})

const getDrawing = (type: string): string =>
  JSON.stringify({ type: 'excalidraw', elements: [{ type, x: 0, y: 0, width: 120, height: 80 }] })

/** A person on an empty board. */
async function openHarbour(people: People, visit: Visit) {
  const ada = await people.member('Ada')
  const board = new BoardChrome(ada.page)
  await visit(ada.page, `/whiteboard?w=${await people.space(ada, 'Harbour')}`)
  await board.shown()
  return { page: ada.page, board }
}

test('files chosen on the dashboard become a board; broken ones make none', async ({ people, visit }) => {
  const { page } = await people.member('Ada')
  const dashboard = new DashboardPage(page)
  await visit(page, '/dashboard')
  const report = page.getByTestId('import-report')
  await page
    .getByTestId('import-files')
    .setInputFiles([getFile('cut.excalidraw', '{"elements":'), getFile('notes.docx', 'x')])
  await expect(report.getByText('This file can’t be read. Nothing was changed.')).toBeVisible()
  await expect(report.getByText('This file type isn’t supported.', { exact: false })).toBeVisible()
  await report.getByRole('button', { name: 'Got it' }).click()
  await expect(dashboard.list.getByRole('heading', { name: 'Create your first board' })).toBeVisible()

  await page
    .getByTestId('import-files')
    .setInputFiles([
      getFile('Harbour.excalidraw', getDrawing('rectangle')),
      getFile('cut.excalidraw', '{"elements":'),
      getFile('Dike.excalidraw', getDrawing('ellipse')),
    ])
  await page
    .getByRole('dialog', { name: '2 drawings read' })
    .getByRole('button', { name: 'One board' })
    .click()
  const board = new BoardChrome(page)
  await board.shown()
  await expect(report.getByText('Added 1 element to the board.')).toHaveCount(2)
  await expect(report.getByText('This file can’t be read. Nothing was changed.')).toBeVisible()
  await report.getByRole('button', { name: 'Got it' }).click()
  await board.expectKinds(['rect', 'ellipse'])

  await visit(page, '/dashboard')
  await expect(dashboard.names()).toHaveText(['Harbour'])
})

test('several drawings become a board each, with one report at the end', async ({ people, visit }) => {
  const { page } = await people.member('Ada')
  const dashboard = new DashboardPage(page)
  await visit(page, '/dashboard')
  await page
    .getByTestId('import-files')
    .setInputFiles([
      getFile('Harbour.excalidraw', getDrawing('rectangle')),
      getFile('Dike.excalidraw', getDrawing('ellipse')),
    ])
  await page
    .getByRole('dialog', { name: '2 drawings read' })
    .getByRole('button', { name: '2 boards' })
    .click()
  const report = page.getByTestId('import-report')
  await expect(report.getByText('Added 1 element to the board.')).toHaveCount(2)
  await report.getByRole('button', { name: 'Got it' }).click()
  const board = new BoardChrome(page)
  await board.expectKinds(['ellipse'])
  await visit(page, '/dashboard')
  await expect(dashboard.names()).toHaveText(['Dike', 'Harbour'])
  await dashboard.board('Harbour').getByRole('link').click()
  await board.shown()
  await board.expectKinds(['rect'])
})

test('files chosen on the dashboard come onto their board although the page is loaded again', async ({
  people,
  visit,
}) => {
  const { page } = await people.member('Ada')
  await visit(page, '/dashboard')
  // The board does not open before the page is loaded again.
  await page.route(/\/api\/live\/ticket/, (route) => route.abort())
  await page
    .getByTestId('import-files')
    .setInputFiles([getFile('Harbour.excalidraw', getDrawing('rectangle'))])
  await expect(page).toHaveURL(/\/app\/whiteboard/)
  await page.reload()
  await page.unroute(/\/api\/live\/ticket/)
  const report = page.getByTestId('import-report')
  await expect(report.getByText('Added 1 element to the board.')).toBeVisible()
  await report.getByRole('button', { name: 'Got it' }).click()
  const board = new BoardChrome(page)
  await board.expectKinds(['rect'])
  await board.saved()
  await page.reload()
  await board.shown()
  await board.expectKinds(['rect'])
  await expect(report).toBeHidden()
})

test('drawings of a library are placed from a panel, again and again', async ({ people, visit }) => {
  const { page, board } = await openHarbour(people, visit)
  const items = ['Door', 'Window'].map((name) => ({
    name,
    elements: [{ type: 'rectangle', x: 0, y: 0, width: 60, height: 40 }],
  }))
  await board.bring([
    getFile('house.excalidrawlib', JSON.stringify({ type: 'excalidrawlib', libraryItems: items })),
  ])
  await expect(page.getByTestId('import-report').getByText('Added 2 drawings to your library.')).toBeVisible()
  await page.getByTestId('import-report').getByRole('button', { name: 'Got it' }).click()
  await board.expectKinds([])
  const library = page.getByRole('complementary', { name: 'Library' })
  await library.getByRole('button', { name: 'Place Door' }).click()
  await board.expectKinds(['rect'])
  await library.getByRole('button', { name: 'Place Door' }).click()
  await board.expectKinds(['rect', 'rect'])
  await library.getByRole('button', { name: 'Remove Window from the library' }).click()
  await expect(library.getByRole('button', { name: 'Place Window' })).toBeHidden()
  await page.reload()
  await board.shown()
  await board.menu('Library')
  await expect(library.getByRole('button', { name: 'Place Door' })).toBeVisible()
})

test('of two imports at once one is cancelled, and the other comes in with its report', async ({
  people,
  visit,
}) => {
  const { page, board } = await openHarbour(people, visit)
  // Both wait for the code that reads them.
  const held: (() => void)[] = []
  await page.route(/\/import-worker[^/]*\.js/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue().catch(() => undefined)
  })
  await board.bring([getFile('Harbour.excalidraw', getDrawing('rectangle'))])
  await board.bring([getFile('Dike.excalidraw', getDrawing('ellipse'))])
  const getLine = (name: string) => page.getByRole('status').filter({ hasText: name })
  await expect(getLine('Harbour.excalidraw')).toBeVisible()
  await getLine('Dike.excalidraw').getByRole('button', { name: 'Cancel' }).click()
  await expect(getLine('Dike.excalidraw')).toBeHidden()
  await expect(getLine('Harbour.excalidraw')).toBeVisible()
  held.forEach((release) => release())
  const report = page.getByTestId('import-report')
  await expect(report.getByText('Added 1 element to the board.')).toHaveCount(1)
  await report.getByRole('button', { name: 'Got it' }).click()
  await board.expectKinds(['rect'])
})

test('an SVG is an image at first, and its shapes on request, in one step each', async ({
  people,
  visit,
}) => {
  const { board } = await openHarbour(people, visit)
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect width="80" height="60" fill="#ff0000"/><circle cx="150" cy="50" r="40" fill="#0000ff"/></svg>'
  await board.bring([{ name: 'house.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) }])
  await expect(board.message).toContainText('Inserted the SVG as an image.')
  await board.expectKinds(['image'])
  await board.message.getByRole('button', { name: 'Convert to shapes' }).click()
  await board.expectKinds(['rect', 'ellipse'])
  expect(await board.values('fill')).toEqual(['#ff0000', '#0000ff'])
  await board.press('Control+z')
  await board.expectKinds(['image'])
})

test('the pages of a PDF become images whose text is found; locked and cut off files change nothing', async ({
  people,
  visit,
}) => {
  const { page, board } = await openHarbour(people, visit)
  const whole = createPdf(['Harbour plan', 'Dike and sluice'])
  const getPdf = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })
  await board.bring([
    getPdf('cut.pdf', whole.subarray(0, whole.length - 40)),
    getPdf('locked.pdf', createPdf(['Secret'], { isEncrypted: true })),
    getPdf('no.pdf', Buffer.from('no PDF at all %%EOF')),
  ])
  const report = page.getByTestId('import-report')
  await expect(report.getByText('This file is damaged. Nothing was changed.')).toHaveCount(2)
  await expect(report.getByText('This file is protected with a password.', { exact: false })).toBeVisible()
  await report.getByRole('button', { name: 'Got it' }).click()
  await board.expectKinds([])

  await board.bring([getPdf('plan.pdf', whole)])
  await expect(report.getByText('Added 2 elements to the board.')).toBeVisible()
  await report.getByRole('button', { name: 'Got it' }).click()
  await board.expectKinds(['image', 'image'])
  expect(await board.values('alt')).toEqual(['Harbour plan', 'Dike and sluice'])
  expect((await board.values('naturalW')).every((width) => Number(width) > 2_000)).toBe(true)
  await board.press('Control+f')
  await page.keyboard.type('sluice')
  await expect(page.getByText('1 of 1')).toBeVisible()
  await board.press('Escape')
  await board.host.focus()
  await board.press('Control+z')
  await board.expectKinds([])
})

test('the report leads to what was changed, and back to itself', async ({ people, visit }) => {
  const { page, board } = await openHarbour(people, visit)
  const cell = (id: string, x: number, style: string) =>
    `<mxCell id="${id}" value="${id}" style="${style}" vertex="1" parent="1"><mxGeometry x="${x}" y="0" width="80" height="60" as="geometry"/></mxCell>`
  const cells = cell('Door', 0, 'rounded=1') + cell('Lambda', 3_000, 'shape=mxgraph.aws4.lambda')
  const xml = `<mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>${cells}</root></mxGraphModel>`
  await board.bring([getFile('plan.drawio', xml)])
  const report = page.getByTestId('import-report')
  await expect(report.getByText('Added 2 elements to the board.')).toBeVisible()
  await expect(report.getByText('2 × Rectangle. 2 of them have a text in them.')).toBeVisible()
  await report.getByRole('button', { name: '1 × shape that isn’t available here, now a box' }).click()
  await expect(report).toBeHidden()
  await expect(board.properties).toBeVisible()
  await page.getByRole('button', { name: 'Back to the import report' }).click()
  await report.getByRole('button', { name: 'Got it' }).click()
  await expect(page.getByRole('button', { name: 'Back to the import report' })).toBeHidden()
})
