import { BoardChrome } from './pages/board-chrome.ts'
import { dot } from './pages/dot.ts'
import { expect, test } from './pages/test.ts'

test(
  'a first board: every shape drawn by hand, undone and redone, and all there after a reload',
  { tag: '@firefox' },
  async ({ people, visit }) => {
    const ada = await people.member('Ada')
    const board = new BoardChrome(ada.page)
    const wid = await people.space(ada, 'Harbour')
    await visit(ada.page, `/whiteboard?w=${wid}`)
    await board.shown()
    await expect(board.emptyHint).toBeVisible()

    await board.draw('Rectangle', { x: 200, y: 160 }, { x: 320, y: 240 })
    await expect(board.emptyHint).toBeHidden()
    await board.press('o')
    await board.drag({ x: 420, y: 160 }, { x: 540, y: 240 })
    await board.press('Escape')
    await board.press('d')
    await board.drag({ x: 640, y: 160 }, { x: 760, y: 240 })
    await board.press('Escape')
    await board.draw('Line', { x: 860, y: 160 }, { x: 980, y: 240 })
    await board.draw('Connector', { x: 320, y: 200 }, { x: 420, y: 200 })
    await board.pick('Pen')
    await board.drag({ x: 200, y: 340 }, { x: 320, y: 420 })
    await board.press('Escape')
    await board.press('Shift+P')
    await board.drag({ x: 420, y: 380 }, { x: 540, y: 380 })
    await board.press('Escape')
    await board.pick('Sticky note')
    await board.click({ x: 760, y: 420 })
    await ada.page.keyboard.type('Bring cake')
    await board.press('Escape')
    await board.press('Escape')
    await board.pick('Text')
    await board.click({ x: 1000, y: 380 })
    await ada.page.keyboard.type('Hello')
    await board.press('Escape')
    await board.press('Escape')
    await board.draw('Frame', { x: 200, y: 500 }, { x: 420, y: 640 })

    const drawn = ['rect', 'ellipse', 'diamond', 'line', 'connector', 'pen', 'pen', 'sticky', 'text', 'frame']
    await board.expectKinds(drawn)
    await board.press('Control+z')
    await board.expectKinds(drawn.slice(0, -1))
    await board.press('Control+Shift+z')
    await board.expectKinds(drawn)
    await board.saved()

    await ada.page.reload()
    await board.shown()
    await board.expectKinds(drawn)
    expect(JSON.stringify(await board.values('text'))).toMatch(/Bring cake.*Hello/)
  },
)

test(
  'two people on one board see each other draw, and one follows the other’s view',
  { tag: '@firefox' },
  async ({ people, visit }) => {
    const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
    const wid = await people.space(ada, 'Harbour', [[bo, 'editor']])
    const [hers, his] = [new BoardChrome(ada.page), new BoardChrome(bo.page)]
    for (const { page } of [ada, bo]) await visit(page, `/whiteboard?w=${wid}`)
    await hers.shown()
    await his.shown()

    await hers.draw('Rectangle', { x: 300, y: 200 }, { x: 500, y: 320 })
    await his.expectKinds(['rect'])
    await his.draw('Connector', { x: 700, y: 200 }, { x: 900, y: 320 })
    await hers.expectKinds(['rect', 'connector'])

    await ada.page.getByRole('button', { name: 'Follow Bo' }).click()
    await bo.page.keyboard.press('Shift+2')
    await bo.page.mouse.move(600, 400)
    await bo.page.mouse.wheel(0, 300)
    await expect(ada.page.getByRole('status').filter({ hasText: 'Following Bo' })).toBeVisible()
    await ada.page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(ada.page.getByRole('status').filter({ hasText: 'Following Bo' })).toBeHidden()
  },
)

test('the properties next to the selection change its style, and never cover it', async ({
  people,
  visit,
}) => {
  const ada = await people.member('Ada')
  const board = new BoardChrome(ada.page)
  await visit(ada.page, `/whiteboard?w=${await people.space(ada, 'Harbour')}`)
  await board.shown()
  await board.pick('Rectangle')
  await board.drag({ x: 400, y: 300 }, { x: 640, y: 420 })
  await board.section('Fill')
  await board.panel.getByRole('button', { name: 'Blue' }).click()
  await expect.poll(() => board.values('fill')).toEqual(['blue'])
  for (const part of [board.properties, board.panel]) {
    const box = await part.locator('xpath=.').boundingBox()
    const covers =
      box !== null && box.x < 640 && box.x + box.width > 400 && box.y < 420 && box.y + box.height > 300
    expect(covers, 'lies over the selection').toBe(false)
  }
  await board.press('Escape')
  await board.section('Line')
  await board.panel.getByRole('button', { name: 'Dashed' }).click()
  await expect.poll(() => board.values('dash')).toEqual(['dashed'])
  await board.press('Escape')
  await board.press('Control+d')
  await board.expectKinds(['rect', 'rect'])
  await board.press('Delete')
  await board.expectKinds(['rect'])
})

test('a viewer has no drawing tools, sees why, and can request more access', async ({ people, visit }) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Harbour', [[bo, 'viewer']])
  const board = new BoardChrome(bo.page)
  await visit(bo.page, `/whiteboard?w=${wid}`)
  await board.shown()
  await expect(board.saveState).toHaveText('View only')
  await expect(board.tool('Rectangle')).toHaveCount(0)
  await expect(bo.page.getByText('You can view this board.')).toBeVisible()
  await board.press('r')
  await board.drag({ x: 300, y: 200 }, { x: 500, y: 320 })
  await board.expectKinds([])

  // The role changes while the board is open.
  await bo.page.getByRole('button', { name: 'Request edit access' }).click()
  await expect(bo.page.getByText('Request sent.', { exact: false })).toBeVisible()
  await ada.api.space.decideAccess({ body: { wid, uid: bo.uid, role: 'editor' } })
  await expect(board.tool('Rectangle')).toBeVisible()
  await board.draw('Rectangle', { x: 300, y: 200 }, { x: 500, y: 320 })
  await board.expectKinds(['rect'])

  // And can be removed while it is open.
  await ada.api.space.removeMember({ query: { wid, uid: bo.uid } })
  await expect(
    bo.page.getByRole('heading', { name: 'You no longer have access to this board' }),
  ).toBeVisible()
})

test('a person without access is led to request it, and never sees an empty board', async ({
  people,
  visit,
}) => {
  const [ada, eve] = [await people.member('Ada'), await people.member('Eve')]
  const wid = await people.space(ada, 'Harbour')
  await visit(eve.page, `/whiteboard?w=${wid}`)
  await expect(eve.page).toHaveURL(new RegExp(`/app/request-access\\?w=${wid}`))
  await expect(eve.page.getByTestId('board')).toHaveCount(0)
})

const drawing = {
  type: 'excalidraw',
  version: 2,
  elements: [
    {
      id: 'a',
      type: 'rectangle',
      x: 0,
      y: 0,
      width: 120,
      height: 80,
      strokeColor: '#1e1e1e',
      fillStyle: 'cross-hatch',
      backgroundColor: '#ffc9c9',
    },
    { id: 'b', type: 'ellipse', x: 200, y: 0, width: 120, height: 80, strokeColor: '#1e1e1e' },
    {
      id: 'c',
      type: 'text',
      x: 0,
      y: 120,
      width: 90,
      height: 25,
      text: 'From elsewhere',
      fontSize: 20,
      fontFamily: 1,
    },
  ],
}

const getFile = (name: string, text: string) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(text),
})

test('a drawing of another program is imported with a report; a broken one changes nothing', async ({
  people,
  visit,
}) => {
  const ada = await people.member('Ada')
  const board = new BoardChrome(ada.page)
  await visit(ada.page, `/whiteboard?w=${await people.space(ada, 'Harbour')}`)
  await board.shown()
  await board.bring([getFile('plan.excalidraw', JSON.stringify(drawing))])
  const report = ada.page.getByTestId('import-report')
  await expect(report.getByText('Added 3 elements to the board.')).toBeVisible()
  await report.getByRole('button', { name: 'Got it' }).click()
  await board.expectKinds(['rect', 'ellipse', 'text'])
  await board.press('Control+z')
  await board.expectKinds([])
  await board.press('Control+Shift+z')
  await board.expectKinds(['rect', 'ellipse', 'text'])

  await board.bring([
    getFile('broken.excalidraw', '{"type":"excalidraw","elements":'),
    { name: 'notes.docx', mimeType: 'application/octet-stream', buffer: Buffer.from('x') },
  ])
  await expect(report.getByText('This file can’t be read. Nothing was changed.')).toBeVisible()
  await expect(report.getByText('This file type isn’t supported.', { exact: false })).toBeVisible()
  await report.getByRole('button', { name: 'Got it' }).click()
  await board.expectKinds(['rect', 'ellipse', 'text'])

  await board.bring([getFile('Trip.md', '# Trip\n- Pack\n- Go\n')])
  await expect(report.getByText('Added 5 elements to the board.')).toBeVisible()
  await report.getByRole('button', { name: 'Got it' }).click()
  await board.expectKinds(['rect', 'ellipse', 'text', 'rect', 'rect', 'rect', 'connector', 'connector'])
})

test('a picture chosen before the board has loaded comes onto it', async ({ people, visit }) => {
  const ada = await people.member('Ada')
  const wid = await people.space(ada, 'Harbour')
  let load = (): void => undefined
  const isLoading = new Promise<void>((resolve) => (load = resolve))
  await ada.page.routeWebSocket('**/api/live**', (socket) => {
    const server = socket.connectToServer()
    server.onMessage(async (message) => {
      await isLoading
      socket.send(message)
    })
  })
  await visit(ada.page, `/whiteboard?w=${wid}`)
  const board = new BoardChrome(ada.page)
  await board.bring([{ name: 'dot.png', mimeType: 'image/png', buffer: dot }])
  await expect(ada.page.getByTestId('pick-files')).toHaveValue('')
  load()
  await board.expectKinds(['image'])
  await board.saved()
})

test('pages are added, renamed, left and opened by URL', async ({ people, visit }) => {
  const ada = await people.member('Ada')
  const board = new BoardChrome(ada.page)
  await visit(ada.page, `/whiteboard?w=${await people.space(ada, 'Harbour')}`)
  await board.shown()
  await board.draw('Rectangle', { x: 300, y: 200 }, { x: 500, y: 320 })
  await ada.page.getByTestId('pages').click()
  await ada.page.getByRole('button', { name: 'Add page' }).click()
  await ada.page.getByLabel('Page name').fill('Sketches')
  await ada.page.getByLabel('Page name').press('Enter')
  await ada.page.keyboard.press('Escape')
  await expect(ada.page.getByTestId('pages')).toHaveText('Sketches')
  await board.expectKinds([])
  await expect(ada.page).toHaveURL(/[?&]p=/)
  await board.saved()
  await ada.page.reload()
  await board.shown()
  await expect(ada.page.getByTestId('pages')).toHaveText('Sketches')
  await board.press('Alt+ArrowLeft')
  await board.expectKinds(['rect'])
})
