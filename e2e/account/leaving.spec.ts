import { BoardChrome } from '../pages/board-chrome.ts'
import { type BoardPage, openBoard } from '../pages/board-page.ts'
import { DashboardPage } from '../pages/dashboard-page.ts'
import { expect, test } from '../pages/test.ts'
import { AccountMenu, LoginPage } from '../pages/login-page.ts'
import { waitUntilPreloaded } from '../pages/offline-app.ts'
import { type Person, password } from '../pages/people.ts'
import { UnsentDialog } from '../pages/unsent-dialog.ts'
import type { TestServer } from '../server.ts'

const box = [
  { x: 200, y: 200 },
  { x: 320, y: 280 },
] as const

/** Pages still load, but the board's socket is blocked: what is drawn now stays in the browser. */
async function disconnect({ page }: Person, server: TestServer): Promise<void> {
  await page.route('**/api/live/ticket*', (route) => route.abort())
  await server.kill()
  await server.start()
}

async function drawUnsent(board: BoardPage): Promise<void> {
  await board.draw('R', ...box)
  await board.notSaved()
}

/**
 * Waits until nothing is in the outbox: an edit leaves it once the confirmed board includes it, which can be after it
 * was acknowledged and shown as saved.
 */
async function outboxEmpty({ page }: Person): Promise<void> {
  const countRows = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open('tavla-outbox')
          opening.onerror = () => reject(new Error('The outbox could not be opened'))
          opening.onsuccess = () => {
            const database = opening.result
            const [store] = database.objectStoreNames
            if (store === undefined) return reject(new Error('The outbox has no store'))
            const counting = database.transaction(store).objectStore(store).count()
            counting.onsuccess = () => {
              database.close()
              resolve(counting.result)
            }
          }
        }),
    )
  await expect.poll(countRows).toBe(0)
}

async function askToLogOut({ page }: Person): Promise<UnsentDialog> {
  await new BoardChrome(page).menu('Sign out')
  const asked = new UnsentDialog(page)
  await asked.shown()
  await expect(asked.dialog).toContainText('1 item hasn’t synced.')
  await expect(asked.dialog.getByRole('link', { name: 'Studio' })).toBeVisible()
  return asked
}

test('signing out can wait until everything has synced', async ({ server, people, visit }) => {
  const ada = await people.member('Ada')
  const wid = await people.space(ada, 'Studio')
  const board = await openBoard(ada, wid, visit)
  await waitUntilPreloaded(ada.page)
  await server.kill()
  await drawUnsent(board)
  const asked = await askToLogOut(ada)
  await asked.choose('Wait until everything has synced')
  await expect(asked.dialog).toContainText('You’ll be signed out as soon as everything has synced.')
  await server.start()
  await new LoginPage(ada.page).shown()

  const elsewhere = await openBoard(await people.otherBrowser(ada), wid, visit)
  expect((await elsewhere.elements()).map(({ kind }) => kind)).toEqual(['rect'])
})

test('changes kept when signing out are sent when the same person returns', async ({
  server,
  people,
  visit,
}) => {
  const ada = await people.member('Ada')
  const { page } = ada
  const wid = await people.space(ada, 'Studio')
  const board = await openBoard(ada, wid, visit)
  await disconnect(ada, server)
  await drawUnsent(board)
  await (await askToLogOut(ada)).choose('Sign out and keep them here')
  const login = new LoginPage(page)
  await login.shown()
  await login.signIn(ada.email, password)
  await new DashboardPage(page).shown()

  // On the dashboard nothing sends them, so the dialog names the board that would.
  await new AccountMenu(page).open()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const asked = new UnsentDialog(page)
  await asked.shown()
  await page.unroute('**/api/live/ticket*')
  await asked.dialog.getByRole('link', { name: 'Studio' }).click()
  await board.opened()
  await board.saved()
  expect((await board.elements()).map(({ kind }) => kind)).toEqual(['rect'])
  const elsewhere = await openBoard(await people.otherBrowser(ada), wid, visit)
  expect((await elsewhere.elements()).map(({ kind }) => kind)).toEqual(['rect'])
})

test('changes discarded when signing out are gone, and only they', async ({ server, people, visit }) => {
  const ada = await people.member('Ada')
  const { page } = ada
  const wid = await people.space(ada, 'Studio')
  const board = await openBoard(ada, wid, visit)
  await board.draw('O', { x: 500, y: 200 }, { x: 620, y: 280 })
  await board.saved()
  await outboxEmpty(ada)
  await disconnect(ada, server)
  await drawUnsent(board)
  await (await askToLogOut(ada)).choose('Discard and sign out')
  const login = new LoginPage(page)
  await login.shown()
  await page.unroute('**/api/live/ticket*')
  await login.signIn(ada.email, password)
  await new DashboardPage(page).shown()
  await openBoard(ada, wid, visit)
  await board.saved()
  expect((await board.elements()).map(({ kind }) => kind)).toEqual(['ellipse'])
})
