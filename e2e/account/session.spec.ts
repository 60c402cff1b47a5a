import type { Page } from '@playwright/test'
import { BoardPage, openBoard } from '../pages/board-page.ts'
import { DashboardPage } from '../pages/dashboard-page.ts'
import { mailedLink } from '../pages/inbox.ts'
import { expect, test } from '../pages/test.ts'
import { AccountMenu, LoginPage } from '../pages/login-page.ts'
import { getApi } from '../pages/api.ts'
import { password } from '../pages/people.ts'

const ended = (page: Page) => page.getByText('your session was ended on another device or has expired')

/** The tab keeps running, but its requests to `path` wait until the returned function is called. */
async function holdCalls(page: Page, path: RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(path, async (route) => {
    await released
    await route.continue()
  })
  return release
}

test('a guest is upgraded while other calls of two tabs are in flight with the old token', async ({
  people,
  visit,
}) => {
  const page = await people.visitor()
  await visit(page, '/login')
  await new LoginPage(page).comeInAsGuest('Nora')
  const dashboard = new DashboardPage(page)
  await new BoardPage(page).opened()
  await visit(page, '/dashboard')
  await dashboard.shown()
  const other = await page.context().newPage()
  await visit(other, '/dashboard')
  await new DashboardPage(other).shown()
  const release = await holdCalls(page, /\/api\/(space\/list|notify|user\/(vip|settings))/)
  await new AccountMenu(page).openSettings()
  await page.getByLabel('Email').fill(people.freshEmail('nora'))
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  const late = page.waitForResponse(/\/api\/notify\?/)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(dashboard.toast).toContainText('Welcome! You kept all your boards.')
  release()
  expect((await late).status()).toBeLessThan(500)
  // The settings show that there is a password, without a reload.
  await expect(page.getByLabel('Current password')).toBeVisible()
  await expect(page.getByText('You don’t have a password yet')).toBeHidden()

  await new DashboardPage(other).newBoard()
  await new BoardPage(other).opened()
  for (const one of [page, other]) {
    await visit(one, '/dashboard')
    await new DashboardPage(one).shown()
  }
})

test(
  'a session ended elsewhere is explained on the login page, and unsent work is safe',
  { tag: '@cuts-sockets' },
  async ({ server, people, visit }) => {
    const ada = await people.member('Ada', { cachesApp: true })
    const wid = await people.space(ada, 'Harbour')
    const board = await openBoard(ada, wid, visit)
    await board.saved()
    await ada.context.setOffline(true)
    const made = await board.draw('R', { x: 200, y: 200 }, { x: 320, y: 280 })
    await board.notSaved()
    // From another device, while this one is offline.
    const { token } = await getApi(server.url).auth.login({ body: { email: ada.email, password } })
    await getApi(server.url, token).user.endSession({ query: {} })
    await ada.context.setOffline(false)

    const login = new LoginPage(ada.page)
    await login.shown()
    await expect(ended(ada.page)).toBeVisible()
    await expect(ada.page.getByTestId('unsent-safe')).toContainText('1 unsynced item is safe')
    await login.signIn(ada.email, password)
    await board.opened()
    await expect.poll(async () => (await board.elements()).map(({ id }) => id)).toEqual([made.id])
    await board.saved()
    await visit(ada.page, '/dashboard')
    await new AccountMenu(ada.page).logOut()
    await login.shown()
    await expect(ended(ada.page)).toBeHidden()
  },
)

test('an emailed link works at the first click in a browser whose session has ended', async ({
  server,
  people,
  visit,
}) => {
  const ada = await people.member('Ada')
  const asking = await people.visitor()
  await visit(asking, '/login')
  await new LoginPage(asking).forgot(ada.email)
  const link = await mailedLink(server.url, ada.email, 'forget-loading')
  await ada.api.auth.logout()

  await ada.page.goto(link)
  await ada.page.waitForFunction(() => localStorage.getItem('userinfo') === null)
  await expect(ada.page).toHaveURL(/\/app\/forget-loading\?token=/)
  await ada.page.getByLabel('Password').first().fill('another studio')
  await ada.page.getByLabel('Repeat password').fill('another studio')
  await ada.page.getByRole('button', { name: 'Save new password' }).click()
  await new DashboardPage(ada.page).shown()
})

test('a failed style sheet is loaded again; a screen is never shown without it', async ({
  people,
  visit,
}) => {
  const { email } = await people.account('Ada')
  const page = await people.visitor()
  const login = new LoginPage(page)
  await visit(page, '/login')
  await login.shown()
  const asked: string[] = []
  await page.route(/\/assets\/.*\.css$/, async (route) => {
    const url = route.request().url()
    const isFirst = !asked.includes(url)
    asked.push(url)
    await (isFirst ? route.abort() : route.continue())
  })
  await login.signIn(email, password)
  await new DashboardPage(page).shown()
  expect(asked.length).toBeGreaterThan(new Set(asked).size)
  // Parts of the dashboard that load after it, such as the banners, are still being tried again.
  await expect
    .poll(async () => {
      const loaded = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href))
      return asked.filter((href) => !loaded.includes(href))
    })
    .toEqual([])

  // When the return never comes, an error says so.
  const other = await people.visitor()
  const none = () => other.route(/\/assets\/.*\.css$/, (route) => route.abort())
  await none()
  await visit(other, '/login')
  await expect(other.getByRole('alert')).toContainText('Tavla could not be loaded')
  await other.unrouteAll()
  await other.getByRole('button', { name: 'Try again' }).click()
  await new LoginPage(other).shown()
  await none()
  await new LoginPage(other).signIn(email, password)
  await expect(other.getByRole('heading', { name: 'This page couldn’t be loaded' })).toBeVisible()
  await expect(other.getByText('Loading CSS chunk dashboard failed')).toBeVisible()
})

test('a page without translations says so in English and offers to try again', async ({ people, visit }) => {
  const page = await people.visitor()
  await page.clock.install()
  await page.route(/\/locales\//, (route) => route.abort())
  await visit(page, '/login')
  // Five attempts with growing pauses.
  await expect(async () => {
    await page.clock.runFor(3_000)
    await expect(page.getByRole('alert')).toContainText('Tavla could not be loaded', { timeout: 200 })
  }).toPass()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await new LoginPage(page).shown()
})

test(
  'the dashboard shows at the first failure that it is offline, and recovers by itself',
  { tag: '@cuts-sockets' },
  async ({ people, visit }) => {
    const ada = await people.member('Ada', { cachesApp: true })
    const { page, context } = ada
    await people.space(ada, 'Harbour')
    const dashboard = new DashboardPage(page)
    await visit(page, '/dashboard')
    await expect(dashboard.board('Harbour')).toBeVisible()
    await page.waitForFunction(async () => {
      const { active } = await navigator.serviceWorker.ready
      return active?.state === 'activated' && navigator.serviceWorker.controller !== null
    })
    await context.setOffline(true)
    await expect(page.getByText('You’re offline. This list may be out of date.')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText('You’re offline.')).toBeHidden()

    // The clock is stopped, so nothing is retried: the first failure alone must show the error.
    await context.setOffline(true)
    await page.clock.install()
    let hasFailed = false
    page.on('requestfailed', (request) => (hasFailed ||= request.url().includes('/api/space/list')))
    await page.reload()
    await page.clock.pauseAt(Date.now() + 60_000)
    await expect
      .poll(
        async () => {
          await page.clock.runFor(20)
          return hasFailed
        },
        // The page starts by timers, and time passes for it only here.
        { intervals: [20] },
      )
      .toBe(true)
    const alert = page.getByRole('alert')
    for (let ms = 0; ms < 300 && !(await alert.isVisible()); ms += 20) await page.clock.runFor(20)
    await expect(alert).toContainText('Can’t reach the server')
    await expect(dashboard.list.getByRole('listitem')).toContainText('Harbour')
    await page.clock.resume()
    await context.setOffline(false)
    await expect(dashboard.board('Harbour')).toBeVisible()
    await expect(page.getByRole('alert')).toBeHidden()
  },
)
