import { BoardChrome } from './pages/board-chrome.ts'
import { DashboardPage } from './pages/dashboard-page.ts'
import { expect, test } from './pages/test.ts'

const getFile = (name: string, text: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(text),
})

const getDrawing = (type: string): string =>
  JSON.stringify({ type: 'excalidraw', elements: [{ type, x: 0, y: 0, width: 120, height: 80 }] })

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
  const board = new BoardChrome(page)
  await board.shown()
  await expect(report.getByText('Added 1 element to the board.')).toHaveCount(2)
  await expect(report.getByText('This file can’t be read. Nothing was changed.')).toBeVisible()
  await report.getByRole('button', { name: 'Got it' }).click()
  await board.expectKinds(['rect', 'ellipse'])

  await visit(page, '/dashboard')
  await expect(dashboard.names()).toHaveText(['Harbour'])
})

test('the report leads to what was changed, and back to itself', async ({ people, visit }) => {
  const ada = await people.member('Ada')
  const { page } = ada
  const board = new BoardChrome(page)
  await visit(page, `/whiteboard?w=${await people.space(ada, 'Harbour')}`)
  await board.shown()
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
