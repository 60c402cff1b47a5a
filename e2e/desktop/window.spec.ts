import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { getApi } from '../pages/api.ts'
import { BoardPage } from '../pages/board-page.ts'
import { desktopTest as test, hasDesktop, signInApp } from '../pages/desktop-test.ts'
import { waitUntilCached } from '../pages/offline-app.ts'
import { password } from '../pages/people.ts'
import { expect } from '../pages/test.ts'
import { startServer } from '../server.ts'

const coloursOfAScreen = 20

if (hasDesktop) {
  test('the window counts what is unread, notifies behind others, zooms, and saves where it is asked to', async ({
    desktop,
    people,
    server,
  }, info) => {
    const [ada, bo] = [await people.member('Ada'), await people.member('Bo')]
    const wid = await people.space(ada, 'Ideas')
    const app = await desktop.startApp(server.url)
    // Only what comes after the first list is new.
    const listed = app.page.waitForResponse((response) => response.url().includes('/api/notify'))
    await signInApp(app, ada.token, server.url)
    await (await listed).finished()
    await app.page.evaluate(() => {
      const Real = Notification
      const shown: string[] = []
      Object.assign(globalThis, { shownNotifications: shown })
      globalThis.Notification = class extends Real {
        constructor(title: string, options?: NotificationOptions) {
          super(title, options)
          shown.push(`${title}: ${options?.body}`)
        }
      }
    })
    expect(await app.page.evaluate(() => Notification.permission)).toBe('granted')

    const { token } = await ada.api.space.inviteLink({ query: { wid, role: 'editor' } })
    await app.behindOther(desktop, async () => {
      await bo.api.space.acceptInvite({ body: { token } })
      await expect
        .poll(() => desktop.windowTitles())
        .toEqual(expect.arrayContaining([expect.stringMatching(/^\(1\) Recently opened/)]))
      await expect.poll(() => app.evaluate('shownNotifications.join()')).toBe('Ideas: Bo joined')
    })
    const { page } = app

    const own = desktop.windowIds()[0] as string
    desktop.x('xdotool', 'windowfocus', '--sync', own)
    desktop.x('xdotool', 'key', 'ctrl+plus')
    await expect.poll(() => page.evaluate(() => devicePixelRatio)).toBeGreaterThan(1)
    await expect
      .poll(() => desktop.screenshot(info.outputPath('zoomed.png')))
      .toBeGreaterThan(coloursOfAScreen)
    desktop.x('xdotool', 'key', 'ctrl+0')
    await expect.poll(() => page.evaluate(() => devicePixelRatio)).toBe(1)

    await page.goto(`${server.url}/app/whiteboard?w=${wid}`)
    const board = new BoardPage(page)
    await board.opened()
    await page.getByTestId('board-menu').click()
    await page.getByRole('menuitem', { name: 'Export', exact: true }).click()
    await page.getByRole('dialog').getByText('Tavla', { exact: true }).click()
    // A browser that is controlled by tests saves without asking.
    await page.getByRole('dialog').getByRole('button', { name: 'Export' }).focus()
    const downloads = join(desktop.folder, 'Downloads')
    // Ordinary accounts have it; the app is another user than the tests.
    desktop.x('mkdir', '-m', '777', downloads)
    // The browser begins a hidden file before it asks.
    const listDownloads = () => readdirSync(downloads).filter((name) => !name.startsWith('.'))
    await app.inFront(desktop, async () => {
      desktop.x('xdotool', 'key', 'Return')
      await expect.poll(() => desktop.windowTitles()).toContain('Save File')
      await expect
        .poll(() => desktop.screenshot(info.outputPath('save.png')))
        .toBeGreaterThan(coloursOfAScreen)
      expect(listDownloads()).toEqual([])
      // The window appears before it takes keys.
      const confirm = () => {
        if (desktop.windowTitles().includes('Save File')) desktop.x('xdotool', 'key', 'alt+s')
        return listDownloads()
      }
      await expect.poll(confirm).toEqual(['Ideas.tavla'])
    })
  })

  test('a start from the menu without a browser says so in a window', async ({ desktop }, info) => {
    const { code, output } = await desktop.runWithoutBrowser()
    expect(code).toBe(1)
    expect(output).toContain('none is installed')
    await expect.poll(() => desktop.windowTitles()).toEqual(['Tavla'])
    expect(desktop.screenshot(info.outputPath('no-browser.png'))).toBeGreaterThan(1)
  })

  test('logging out leads to the app’s own sign-in', async ({ desktop, people, server }) => {
    const ada = await people.member('Ada')
    const app = await desktop.startApp(server.url)
    await signInApp(app, ada.token, server.url)
    const { page } = app
    await page.getByRole('button', { name: 'Account: Ada' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(`${server.url}/app/pcapp-login`)
    await expect(page.getByRole('button', { name: 'Sign in with your browser' })).toBeVisible()
    expect(
      await page.evaluate(() => [localStorage.getItem('userinfo'), localStorage.getItem('pcapp')]),
    ).toEqual([null, '1'])
  })

  test('without its server the app opens the boards that were opened before', async ({ desktop }, info) => {
    const server = await startServer()
    const { token } = await getApi(server.url).auth.register({
      body: { email: 'ada@example.org', password, name: 'Ada' },
    })
    const { wid } = await getApi(server.url, token).space.create({ body: { name: 'Ideas' } })
    const app = await desktop.startApp(server.url)
    await signInApp(app, token, server.url)
    await app.page.goto(`${server.url}/app/whiteboard?w=${wid}`)
    await new BoardPage(app.page).opened()
    await waitUntilCached(app.page)
    await app.page.reload()
    await new BoardPage(app.page).opened()
    expect(await app.stop()).toBe(0)

    await server.kill()
    const again = await desktop.startApp(`${server.url}/app/whiteboard?w=${wid}`)
    const board = new BoardPage(again.page)
    await board.opened()
    await expect
      .poll(() => desktop.screenshot(info.outputPath('offline.png')))
      .toBeGreaterThan(coloursOfAScreen)
    expect(await again.stop()).toBe(0)
    await server.dispose()
  })
}
