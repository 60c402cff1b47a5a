import type { Page } from '@playwright/test'
import { closeCodes } from '../packages/contract/src/realtime/index.ts'
import { WhileAwayPanel } from './pages/while-away-panel.ts'
import { BoardPage, openBoard, sameBoard, type TestRecord } from './pages/board-page.ts'
import { expect, test } from './pages/test.ts'
import { buildServer } from './pages/newer-build.ts'
import { waitUntilCached, reopen } from './pages/offline-app.ts'
import type { Person } from './pages/people.ts'
import { overhear } from './pages/wire.ts'

const getEntry = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '')

/** Number of cached board rows in this browser, in total or of one kind. */
const listStoredRows = (page: Page, kind?: string) =>
  page.evaluate(async (only) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('tavla-boards')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const names = [...database.objectStoreNames].filter((name) => name === (only ?? name))
    const counts = names.map(
      (name) =>
        new Promise<number>((resolve) => {
          const request = database.transaction(name).objectStore(name).count()
          request.onsuccess = () => resolve(request.result)
        }),
    )
    const total = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
    database.close()
    return total
  }, kind)

/** Red, green and blue of the pixel in an element's middle. */
async function getColor(board: BoardPage, { x, y, w, h }: TestRecord): Promise<readonly number[]> {
  const at = await board.onScreen({ x: x + w / 2, y: y + h / 2 })
  const shot = await board.page.screenshot({
    clip: { x: Math.round(at.x), y: Math.round(at.y), width: 1, height: 1 },
  })
  return board.page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const pen = new OffscreenCanvas(1, 1).getContext('2d')
    pen?.drawImage(picture, 0, 0)
    return [...(pen?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3)
  }, shot.toString('base64'))
}

const getIds = async (board: BoardPage) => (await board.elements()).map(({ id }) => id).toSorted()

test(
  'a board is reopened offline, edited, closed and opened again, and merged on return',
  { tag: '@firefox' },
  async ({ server, people, visit }) => {
    const [ada, bo] = [await people.member('Ada', { cachesApp: true }), await people.member('Bo')]
    const wid = await people.space(ada, 'Studio', [[bo, 'editor']])
    const first = await openBoard(ada, wid, visit)
    const box = await first.draw('R', { x: 200, y: 200 }, { x: 320, y: 280 })
    await first.saved()
    await waitUntilCached(ada.page)
    const address = ada.page.url()

    await server.kill()
    await ada.context.setOffline(true)
    const second = await reopen(ada, address)
    await expect(second.page.getByTestId('offline')).toContainText('You’re offline. Keep working')
    expect(await getIds(second)).toEqual([box.id])
    await second.goToOrigin()
    const line = await second.draw('P', { x: 400, y: 200 }, { x: 450, y: 260 }, { x: 500, y: 200 })
    const note = await second.draw('N', { x: 600, y: 200 }, { x: 800, y: 400 })
    await second.page.keyboard.type('Written in the dark')
    await second.page.keyboard.press('Escape')
    await second.notSaved()

    const third = await reopen(ada, address)
    expect(await getIds(third)).toEqual([box.id, line.id, note.id].toSorted())
    expect(JSON.stringify(await third.elements('sticky'))).toContain('Written in the dark')
    await third.notSaved()

    await server.start()
    await ada.context.setOffline(false)
    await third.saved()
    const other = await openBoard(bo, wid, visit)
    expect(JSON.stringify(await sameBoard(third, other))).toContain('Written in the dark')
  },
)

test('images seen before are drawn offline', async ({ server, people, visit }) => {
  const ada = await people.member('Ada', { cachesApp: true })
  const wid = await people.space(ada, 'Studio')
  const first = await openBoard(ada, wid, visit)
  const blue = [34, 102, 170]
  const picture = await first.page.evaluate(async () => {
    const canvas = new OffscreenCanvas(120, 80)
    const pen = canvas.getContext('2d')
    if (pen) pen.fillStyle = '#2266aa'
    pen?.fillRect(0, 0, 120, 80)
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())]
  })
  await first.drop([{ name: 'harbour.png', type: 'image/png', bytes: picture }], { x: 500, y: 300 })
  await first.saved()
  await waitUntilCached(first.page)
  await expect.poll(() => listStoredRows(first.page, 'pictures')).toBe(1)

  await server.kill()
  const away = await reopen(ada, first.page.url())
  const [there] = await away.elements('image')
  if (!there) throw new Error('the picture is not on the board')
  await away.host.press('Escape')
  await expect.poll(() => getColor(away, there)).toEqual(blue)
  await server.start()
})

test('offline work survives closing the browser and starting it offline', async ({
  server,
  people,
  startBrowser,
}) => {
  const ada = await people.member('Ada')
  const wid = await people.space(ada, 'Studio')
  const address = `${server.url}/app/whiteboard?w=${wid}`
  const start = async () => {
    const context = await startBrowser()
    const page = await context.newPage()
    return { context, page, board: new BoardPage(page) }
  }
  const first = await start()
  await first.page.goto(`${server.url}/app/login`)
  await first.page.evaluate(
    (user) => localStorage.setItem('userinfo', user),
    JSON.stringify({ uid: ada.uid, token: ada.token }),
  )
  await first.page.goto(address)
  await first.board.opened()
  const box = await first.board.draw('R', { x: 200, y: 200 }, { x: 320, y: 280 })
  await first.board.saved()
  await waitUntilCached(first.page)
  await first.context.close()

  await server.kill()
  const second = await start()
  await second.page.goto(address)
  await second.board.opened()
  await second.board.goToOrigin()
  const line = await second.board.draw('P', { x: 400, y: 200 }, { x: 450, y: 260 }, { x: 500, y: 200 })
  await second.board.notSaved()
  await second.context.close()

  const third = await start()
  await third.page.goto(address)
  await third.board.opened()
  await third.board.notSaved()
  expect(await getIds(third.board)).toEqual([box.id, line.id].toSorted())
  await server.start()
  await third.board.saved()
  const elsewhere = await openBoard(await people.otherBrowser(ada), wid, async (page) => {
    await page.goto(address)
  })
  expect(await getIds(elsewhere)).toEqual([box.id, line.id].toSorted())
})

test('offline, the board list opens cached boards, and names the others', async ({
  server,
  people,
  visit,
}) => {
  const ada = await people.member('Ada', { cachesApp: true })
  const wid = await people.space(ada, 'Studio')
  await people.space(ada, 'Harbour')
  const board = await openBoard(ada, wid, visit)
  const box = await board.draw('R', { x: 200, y: 200 }, { x: 320, y: 280 })
  await board.saved()
  await visit(ada.page, '/dashboard')
  await expect(ada.page.getByRole('link', { name: 'Harbour' })).toBeVisible()
  await waitUntilCached(ada.page)

  await server.kill()
  await ada.page.reload()
  const list = ada.page.getByRole('listitem')
  await expect(list.filter({ hasText: 'Harbour' })).toContainText('Not available offline')
  await expect(ada.page.getByRole('link', { name: 'Harbour' })).toHaveCount(0)
  await list.getByRole('link', { name: 'Studio' }).click()
  await board.opened()
  expect(await getIds(board)).toEqual([box.id])
  await server.start()
})

test('offline changes of one field on a board opened offline give way to later ones and can be undone', async ({
  people,
  visit,
}) => {
  const [ada, bo] = [await people.member('Ada', { cachesApp: true }), await people.member('Bo')]
  const wid = await people.space(ada, 'Studio', [[bo, 'editor']])
  const first = await openBoard(ada, wid, visit)
  await first.draw('R', { x: 200, y: 200 }, { x: 320, y: 280 })
  await first.saved()
  await waitUntilCached(ada.page)
  await ada.context.setOffline(true)
  const away = await reopen(ada, ada.page.url())
  await away.goToOrigin()
  await away.click({ x: 200, y: 240 })
  await away.host.press('Shift+ArrowRight')
  await away.notSaved()
  const [mine] = await away.elements()

  const other = await openBoard(bo, wid, visit)
  await other.click({ x: 200, y: 240 })
  await other.host.press('Shift+ArrowLeft')
  await other.saved()
  const changedAt = Date.now()
  const [theirs] = await other.elements()
  expect(theirs?.x).not.toBe(mine?.x)

  // A change of a moment ago counts as a race that the later edit wins; after that window it counts as somebody's
  // work.
  await expect.poll(() => Date.now() - changedAt, { timeout: 20_000 }).toBeGreaterThan(11_000)
  await ada.context.setOffline(false)
  const panel = new WhileAwayPanel(away.page)
  await panel.shown(1)
  await expect(panel.cards).toContainText('Bo changed this too')
  expect((await away.elements())[0]?.x).toBe(theirs?.x)
  await panel.act('Use mine')
  const [both] = (await sameBoard(away, other)).filter(({ kind }) => kind !== 'page')
  expect(both?.x).toBe(mine?.x)
})

test(
  'two tabs opened offline share unsent work, and the remaining one sends all of it once',
  { tag: '@chromium' },
  async ({ server, people, visit }) => {
    const ada = await people.member('Ada', { cachesApp: true })
    const wid = await people.space(ada, 'Studio')
    const first = await openBoard(ada, wid, visit)
    await first.draw('R', { x: 200, y: 200 }, { x: 320, y: 280 })
    await first.saved()
    await waitUntilCached(ada.page)
    const address = ada.page.url()
    await server.kill()
    const staying = await reopen(ada, address)
    const page = await ada.context.newPage()
    const sent = overhear(staying.page)
    await page.goto(address)
    const going = new BoardPage(page)
    await going.opened()
    await staying.goToOrigin()
    const here = await staying.draw('O', { x: 400, y: 200 }, { x: 520, y: 280 })
    await page.bringToFront()
    await going.goToOrigin()
    const there = await going.draw('O', { x: 600, y: 200 }, { x: 720, y: 280 })
    await going.notSaved()
    await page.close()

    await server.start()
    await staying.saved()
    const elsewhere = await openBoard(await people.otherBrowser(ada), wid, visit)
    await expect.poll(() => getIds(elsewhere)).toEqual(expect.arrayContaining([here.id, there.id]))
    expect(await getIds(elsewhere)).toHaveLength(3)
    expect(sent.filter(({ frame }) => frame.t === 'edit')).toHaveLength(2)
  },
)

test(
  'what a tab had not sent when it crashed is sent once by the other one',
  { tag: '@chromium' },
  async ({ server, people }) => {
    const ada = await people.member('Ada', { cachesApp: true })
    const wid = await people.space(ada, 'Studio')
    const address = `${server.url}/app/whiteboard?w=${wid}`
    // The first tab owns the outbox; the other waits for its lock.
    await ada.page.goto(address)
    const crashing = new BoardPage(ada.page)
    await crashing.opened()
    const page = await ada.context.newPage()
    const sent = overhear(page)
    await page.goto(address)
    const staying = new BoardPage(page)
    await staying.opened()

    await server.kill()
    await page.bringToFront()
    await staying.goToOrigin()
    const here = await staying.draw('O', { x: 600, y: 200 }, { x: 720, y: 280 })
    await ada.page.bringToFront()
    await crashing.goToOrigin()
    const there = await crashing.draw('O', { x: 400, y: 200 }, { x: 520, y: 280 })
    await crashing.notSaved()
    const crashed = ada.page.waitForEvent('crash')
    const devtools = await ada.context.newCDPSession(ada.page)
    devtools.send('Page.crash').catch(() => undefined)
    await crashed

    await page.bringToFront()
    await expect.poll(() => getIds(staying)).toEqual([here.id, there.id].toSorted())
    await server.start()
    await staying.saved()
    expect(sent.filter(({ frame }) => frame.t === 'edit')).toHaveLength(2)
    const elsewhere = await openBoard(await people.otherBrowser(ada), wid, async (other) => {
      await other.goto(address)
    })
    expect(await getIds(elsewhere)).toEqual([here.id, there.id].toSorted())
  },
)

test(
  'unsent work of one person is neither shown to another in the same browser nor sent by them',
  { tag: '@chromium' },
  async ({ server, people, visit }) => {
    const [ada, bo] = [await people.member('Ada', { cachesApp: true }), await people.member('Bo')]
    const wid = await people.space(ada, 'Studio', [[bo, 'editor']])
    const board = await openBoard(ada, wid, visit)
    await board.saved()
    await server.kill()
    const box = await board.draw('R', { x: 200, y: 200 }, { x: 320, y: 280 })
    await board.notSaved()
    const becomes = ({ uid, token }: Person) =>
      ada.page.evaluate((user) => localStorage.setItem('userinfo', user), JSON.stringify({ uid, token }))
    await becomes(bo)
    // Ada's page is still open: it reconnects with Bo's session, and leaves again.
    const left = ada.page.waitForEvent('websocket').then((socket) => socket.waitForEvent('close'))
    await server.start()
    await left

    const sent = overhear(ada.page)
    await visit(ada.page, `/whiteboard?w=${wid}`)
    await board.opened()
    const ellipse = await board.draw('O', { x: 400, y: 200 }, { x: 520, y: 280 })
    await board.saved()
    expect(await getIds(board)).toEqual([ellipse.id])
    expect(sent.filter(({ frame }) => frame.t === 'edit')).toHaveLength(1)

    await becomes(ada)
    await visit(ada.page, `/whiteboard?w=${wid}`)
    await board.opened()
    await board.saved()
    const elements = await board.elements()
    expect(elements.map(({ id, by }) => `${id} ${by}`).toSorted()).toEqual(
      [`${box.id} ${ada.uid}`, `${ellipse.id} ${bo.uid}`].toSorted(),
    )
  },
)

test('signing out removes all boards from the browser, and nobody else sees them', async ({
  people,
  visit,
}) => {
  const [ada, bo] = [await people.member('Ada', { cachesApp: true }), await people.member('Bo')]
  const wid = await people.space(ada, 'Studio')
  const board = await openBoard(ada, wid, visit)
  await board.draw('R', { x: 200, y: 200 }, { x: 320, y: 280 })
  await board.saved()
  await waitUntilCached(ada.page)
  expect(await listStoredRows(ada.page)).toBeGreaterThan(0)

  await ada.page.evaluate(
    (user) => localStorage.setItem('userinfo', user),
    JSON.stringify({ uid: bo.uid, token: bo.token }),
  )
  await ada.context.setOffline(true)
  await visit(ada.page, `/whiteboard?w=${wid}`)
  await expect(ada.page.getByRole('alert')).toContainText('Couldn’t open the board')
  await expect(board.host).toBeHidden()

  await expect.poll(() => listStoredRows(ada.page)).toBe(0)
})

test('a browser without storage space says so, and the work reaches the server all the same', async ({
  server,
  people,
  visit,
}) => {
  const ada = await people.member('Ada', { cachesApp: true })
  const wid = await people.space(ada, 'Studio')
  const board = await openBoard(ada, wid, visit)
  await board.saved()
  // What a browser throws when the disk is full.
  await ada.page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('No room', 'QuotaExceededError')
    }
  })
  await board.draw('R', { x: 200, y: 200 }, { x: 320, y: 280 })
  await board.saved()
  await server.kill()
  const late = await board.draw('O', { x: 400, y: 200 }, { x: 520, y: 280 })
  await expect(ada.page.getByTestId('offline')).toContainText(
    'leave this tab open until your changes have synced',
  )
  await server.start()
  await board.saved()
  const elsewhere = await openBoard(await people.otherBrowser(ada), wid, visit)
  expect(await getIds(elsewhere)).toContain(late.id)
})

test('an outdated page loads the newer build automatically, with unsent work', async ({ server, people }) => {
  const builds = await buildServer(server.url)
  const ada = await people.member('Ada', { cachesApp: true, at: builds.url })
  const wid = await people.space(ada, 'Studio')
  // The server closes the older build's socket as outdated once there is a newer one.
  let isOld = false
  await ada.page.routeWebSocket('**/api/live', async (socket) => {
    if (isOld && (await getEntry(ada.page).catch(() => '')).includes('-newer')) isOld = false
    if (isOld) await socket.close({ code: closeCodes.outdated.code })
    else socket.connectToServer()
  })
  await ada.page.goto(`${builds.url}/app/whiteboard?w=${wid}`)
  const board = new BoardPage(ada.page)
  await board.opened()
  await waitUntilCached(ada.page)

  await server.kill()
  const late = await board.draw('R', { x: 200, y: 200 }, { x: 320, y: 280 })
  await board.notSaved()
  isOld = true
  builds.newer()
  await server.start()
  // While it reloads, the page cannot be evaluated.
  await expect.poll(() => getEntry(ada.page).catch(() => '')).toContain('-newer')
  // The service worker was updated before the reload, not after.
  expect(await ada.page.evaluate(() => caches.keys())).toContain('tavla-build-newer')
  await board.opened()
  await board.saved()
  expect((await board.elements()).map(({ id }) => id)).toEqual([late.id])

  // The newer build is the one cached now.
  await server.kill()
  await ada.page.reload()
  await board.opened()
  expect(await getEntry(ada.page)).toContain('-newer')
  await server.start()
  await builds.close()
})

test('a server that refuses every build makes the page reload once, then it says so', async ({
  people,
  visit,
}) => {
  const ada = await people.member('Ada', { cachesApp: true })
  const wid = await people.space(ada, 'Studio')
  let loads = 0
  ada.page.on('domcontentloaded', () => (loads += 1))
  await ada.page.routeWebSocket('**/api/live', (socket) => socket.close({ code: closeCodes.outdated.code }))
  await visit(ada.page, `/whiteboard?w=${wid}`)
  await expect(ada.page.getByRole('alert')).toContainText('the server still requires a newer version')
  expect(loads).toBe(2)
})
