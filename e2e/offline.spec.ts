import { BoardPage, openBoard, sameBoard } from './pages/board-page.ts'
import { expect, test } from './pages/test.ts'
import { LoginPage } from './pages/login-page.ts'
import { password } from './pages/people.ts'

test('strokes drawn without a server are stored in the browser, survive a reload, and reach others', async ({
  server,
  people,
  visit,
}) => {
  const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
  const wid = await people.space(ada, 'Studio', [[bo, 'editor']])
  const [board, other] = [await openBoard(ada, wid, visit), await openBoard(bo, wid, visit)]
  await board.draw('R', { x: 200, y: 200 }, { x: 320, y: 280 })
  await board.saved()

  await server.kill()
  await board.draw('P', { x: 400, y: 200 }, { x: 450, y: 260 }, { x: 500, y: 200 })
  await board.draw('N', { x: 600, y: 200 }, { x: 800, y: 400 })
  await ada.page.keyboard.type('Written in the dark')
  await ada.page.keyboard.press('Escape')
  await board.notSaved()
  await expect(board.saveState).toHaveText('Offline, saved on this device')
  await expect(ada.page.getByTestId('offline')).toContainText('You’re offline. Keep working')
  const drawn = await board.elements()
  expect(drawn).toHaveLength(3)

  // The server is down, so the page comes from the cache; unsent work must survive the reload.
  await ada.page.reload().catch(() => undefined)
  await expect(board.host).toBeHidden()
  await server.start()
  await visit(ada.page, `/whiteboard?w=${wid}`)
  await board.opened()
  const after = await sameBoard(board, other)
  expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining(drawn.map(({ id }) => id)))
  expect(JSON.stringify(after)).toContain('Written in the dark')
  expect(after.filter(({ kind }) => kind !== 'page')).toHaveLength(3)
})

test('what a tab closed without a server had drawn is sent by the next one', async ({
  server,
  people,
  visit,
}) => {
  const ada = await people.member('Ada')
  const wid = await people.space(ada, 'Studio')
  const closing = await openBoard(ada, wid, visit)
  await server.kill()
  const box = await closing.draw('R', { x: 200, y: 200 }, { x: 320, y: 280 })
  await closing.notSaved()
  await closing.page.close()
  await server.start()

  const page = await ada.context.newPage()
  const next = await openBoard({ page }, wid, visit)
  await expect.poll(async () => (await next.elements()).map(({ id }) => id)).toEqual([box.id])
  await next.saved()

  // It is on the server now, not only in this browser.
  const elsewhere = await openBoard(await people.otherBrowser(ada), wid, visit)
  expect((await elsewhere.elements()).map(({ id }) => id)).toEqual([box.id])
})

test('a session that ends on an open board leads to login, and the work is sent afterwards', async ({
  server,
  people,
  visit,
}) => {
  const ada = await people.member('Ada')
  const wid = await people.space(ada, 'Studio')
  const board = await openBoard(ada, wid, visit)
  await board.draw('R', { x: 200, y: 200 }, { x: 320, y: 280 })
  await board.saved()

  // The session ends before unsent work could reach the server.
  await server.kill()
  const late = await board.draw('O', { x: 400, y: 200 }, { x: 520, y: 280 })
  await board.notSaved()
  await ada.context.route('**/api/live/ticket', (route) => route.abort())
  await server.start()
  const elsewhere = await people.otherBrowser(ada)
  await elsewhere.api.user.endSession()
  await ada.context.unroute('**/api/live/ticket')

  const login = new LoginPage(ada.page)
  await login.shown()
  await login.signIn(ada.email, password)
  await expect(ada.page).toHaveURL((url) => url.pathname === '/app/whiteboard')
  const back = new BoardPage(ada.page)
  await back.opened()
  await back.saved()
  expect((await back.elements()).map(({ id }) => id)).toContain(late.id)
})

test('the last changes before a reload are there, and can be undone', async ({ people, visit }) => {
  const ada = await people.member('Ada')
  const wid = await people.space(ada, 'Studio')
  const board = await openBoard(ada, wid, visit)
  const note = await board.draw('N', { x: 200, y: 200 }, { x: 400, y: 400 })
  const words = async () => JSON.stringify((await board.elements('sticky'))[0]?.['text'])
  await ada.page.keyboard.type('to the last letter')
  await ada.page.reload()
  await board.opened()
  await expect.poll(words).toContain('to the last letter')
  await board.click({ x: 300, y: 300 })
  await ada.page.keyboard.press('Delete')
  await expect.poll(() => board.elements('sticky')).toEqual([])
  await ada.page.reload()
  await board.opened()
  await board.host.press('Control+z')
  await expect.poll(async () => (await board.elements('sticky'))[0]?.id).toBe(note.id)
  expect(await words()).toContain('to the last letter')
})

test(
  'a browser that loses its network says so long before the connection times out',
  { tag: '@cuts-sockets' },
  async ({ people, visit }) => {
    const ada = await people.member('Ada')
    const wid = await people.space(ada, 'Studio')
    const board = await openBoard(ada, wid, visit)
    await board.draw('R', { x: 200, y: 200 }, { x: 320, y: 280 })
    await board.saved()
    await ada.context.setOffline(true)
    await board.draw('O', { x: 400, y: 200 }, { x: 520, y: 280 })
    // Without an offline event a dead connection is noticed after 10 s and given up after 8 more.
    await expect(board.saveState).toHaveText('Offline, saved on this device', { timeout: 8_000 })
    await expect(ada.page.getByTestId('offline')).toContainText('You’re offline. Keep working')
    await ada.context.setOffline(false)
    await board.saved()
  },
)
