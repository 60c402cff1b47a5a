import { truncateSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { BoardChrome } from '../pages/board-chrome.ts'
import { BoardPage } from '../pages/board-page.ts'
import { desktopTest as test, hasDesktop, signInApp } from '../pages/desktop-test.ts'
import { expect } from '../pages/test.ts'
import { startServer } from '../server.ts'

const getDrawing = (type: string): string =>
  JSON.stringify({ type: 'excalidraw', elements: [{ type, x: 0, y: 0, width: 120, height: 80 }] })

/** Sends the page an event of a dragged file. */
async function dropFile(page: Page, type: 'dragover' | 'drop', name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([content], fileName))
      return transfer
    },
    [name, text] as const,
  )
  await page.dispatchEvent('body', type, { dataTransfer })
}

/** A blank window has one colour; a partly painted one has a few. */
const coloursOfAScreen = 20

/** Why a browser would not install the page as an app; needs a full browser. */
async function findInstallProblems(page: Page): Promise<readonly unknown[]> {
  const devTools = await page.context().newCDPSession(page)
  const { errors, data } = await devTools.send('Page.getAppManifest')
  const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors')
  await devTools.detach()
  return [...(data === undefined ? ['no manifest'] : []), ...errors, ...installabilityErrors]
}

if (hasDesktop) {
  test('the desktop app signs in by the system browser, draws, and restores its state after a restart', async ({
    desktop,
    people,
    server,
  }, info) => {
    const ada = await people.member('Ada')
    const wid = await people.space(ada, 'Ideas')
    const app = await desktop.startApp(server.url)
    const { page } = app
    await page.getByText('Sign in to see your boards').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('pcapp'))).toBe('1')
    expect(desktop.windowProperty('WM_CLASS')).toContain('"tavla"')
    const isAppWindow = () => matchMedia('(display-mode: standalone)').matches
    expect(await page.evaluate(isAppWindow), 'a window without tabs and address').toBe(true)

    await page.goto(`${server.url}/app/whiteboard?w=${wid}`)
    await page.waitForURL(`${server.url}/app/pcapp-login?w=${wid}`)
    await page.getByRole('button', { name: 'Sign in with your browser' }).hover()
    await expect
      .poll(() => desktop.screenshot(info.outputPath('sign-in.png')))
      .toBeGreaterThan(coloursOfAScreen)
    await page.getByRole('button', { name: 'Sign in with your browser' }).click()
    await expect.poll(() => desktop.opened()).toHaveLength(1)
    await ada.page.goto(desktop.opened()[0]!)
    await ada.page.getByRole('button', { name: /^Continue as Ada/ }).click()
    await expect(ada.page.getByText('You’re signed in to the app')).toBeVisible()

    const board = new BoardPage(page)
    await board.opened()
    await page.keyboard.press('r')
    desktop.x(
      'xdotool',
      ...'mousemove 500 350 mousedown 1 mousemove 600 420 mousemove 800 600 mouseup 1'.split(' '),
    )
    await expect.poll(async () => (await board.elements()).length).toBe(1)
    await board.saved()
    await expect
      .poll(() => desktop.screenshot(info.outputPath('board.png')))
      .toBeGreaterThan(coloursOfAScreen)

    // A board fills the screen by the menu or F11; the dashboard does not.
    const isFullscreen = () => desktop.windowProperty('_NET_WM_STATE').includes('FULLSCREEN')
    const flag = () => page.evaluate(() => sessionStorage.getItem('fullscreen'))
    await page.getByTestId('board-menu').click()
    await page.getByRole('menuitem', { name: 'Full screen' }).click()
    await expect.poll(isFullscreen).toBe(true)
    await expect.poll(flag).toBe('1')
    desktop.x('xdotool', 'key', 'F11')
    await expect.poll(flag).toBe('0')
    expect(isFullscreen()).toBe(false)
    desktop.x('xdotool', 'key', 'F11')
    await expect.poll(flag).toBe('1')
    await page.getByTestId('board-menu').click()
    await expect
      .poll(() => desktop.screenshot(info.outputPath('full-screen.png')))
      .toBeGreaterThan(coloursOfAScreen)
    await page.getByRole('menuitem', { name: 'Back to boards' }).click()
    await expect.poll(isFullscreen).toBe(false)
    expect(await flag()).toBe('0')

    desktop.x('xdotool', 'windowsize', desktop.windowIds()[0]!, '900', '640')
    await expect.poll(() => desktop.settings().bounds?.width).toBe(900)
    expect(await app.stop()).toBe(0)

    const again = await desktop.startApp()
    await expect(again.page.getByRole('link', { name: 'Ideas' })).toBeVisible()
    expect(await again.page.evaluate(() => outerWidth)).toBe(900)
    await expect.poll(() => desktop.screenshot(info.outputPath('home.png'))).toBeGreaterThan(coloursOfAScreen)
    await again.stop('SIGKILL')
    await expect.poll(() => desktop.windowIds()).toEqual([])
  })

  test('files that are opened in the system or dropped become boards, and the home finds them', async ({
    desktop,
    people,
    server,
  }, info) => {
    const ada = await people.member('Ada')
    const app = await desktop.startApp(server.url)
    const { page } = app
    await page.getByText('Sign in to see your boards').waitFor()

    // A second start, whose file is kept until somebody is signed in.
    const start = desktop.writeFile('Harbour.excalidraw', getDrawing('rectangle'))
    expect(await desktop.run(start)).toEqual({ code: 0, output: '' })
    await page.getByText('Sign in to see your boards').waitFor()
    await signInApp(app, ada.token, server.url)
    const board = new BoardChrome(page)
    await board.shown()
    const report = page.getByTestId('import-report')
    await report.getByRole('button', { name: 'Got it' }).click()
    await board.expectKinds(['rect'])

    const broken = desktop.writeFile('Broken.tavla', 'x')
    expect(await desktop.run(pathToFileURL(broken).href)).toEqual({ code: 0, output: '' })
    await expect(report.getByText('This file can’t be read. Nothing was changed.')).toBeVisible()
    await report.getByRole('button', { name: 'Got it' }).click()

    const large = desktop.writeFile('Large.tavla', '')
    truncateSync(large, 65 * 1024 * 1024)
    expect(await desktop.run(large)).toEqual({ code: 0, output: '' })
    await expect(report.getByText('The app opens files of up to 64 MB.')).toBeVisible()
    await expect
      .poll(() => desktop.screenshot(info.outputPath('too-large.png')))
      .toBeGreaterThan(coloursOfAScreen)
    await report.getByRole('button', { name: 'Got it' }).click()

    await dropFile(page, 'dragover', 'Dike.excalidraw', getDrawing('ellipse'))
    await expect(page.getByTestId('drop-hint')).toBeVisible()
    await expect.poll(() => desktop.screenshot(info.outputPath('drop.png'))).toBeGreaterThan(coloursOfAScreen)
    await dropFile(page, 'drop', 'Dike.excalidraw', getDrawing('ellipse'))
    await board.shown()
    await report.getByRole('button', { name: 'Got it' }).click()
    await board.expectKinds(['ellipse'])

    await page.goto(`${server.url}/app/pcapp`)
    const boards = page.getByRole('main').getByRole('listitem').getByRole('link')
    await expect(boards).toHaveText(['Dike', 'Harbour'])
    await expect.poll(() => desktop.screenshot(info.outputPath('home.png'))).toBeGreaterThan(coloursOfAScreen)
    await page.getByRole('searchbox', { name: 'Search boards' }).fill('harb')
    await expect(boards).toHaveText(['Harbour'])
    await page.getByRole('searchbox', { name: 'Search boards' }).fill('mountain')
    await expect(page.getByRole('heading', { name: 'No results for “mountain”' })).toBeVisible()
  })

  test('the desktop app asks for a server, protects its window, and says when the server is unreachable', async ({
    desktop,
  }, info) => {
    const server = await startServer()
    // Before the app was first opened here; later the page would come from its cache.
    await server.kill()
    const app = await desktop.startApp(server.url)
    const { page } = app
    await expect(page.getByRole('heading', { name: 'The server can’t be reached' })).toBeVisible()
    await expect.poll(() => desktop.screenshot(info.outputPath('away.png'))).toBeGreaterThan(coloursOfAScreen)
    await page.getByRole('button', { name: 'Use another server' }).click()
    await page.getByLabel('Server address').fill('127.0.0.1:9')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert')).toHaveText(
      'The server didn’t answer. Check the address and your connection.',
    )
    await expect
      .poll(() => desktop.screenshot(info.outputPath('choose.png')))
      .toBeGreaterThan(coloursOfAScreen)
    await server.start()
    await page.getByLabel('Server address').fill(server.url)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${server.url}/app/pcapp`)
    const permission = () =>
      page.evaluate(async () => (await navigator.permissions.query({ name: 'microphone' })).state)
    expect(await permission()).toBe('granted')
    expect(await findInstallProblems(page)).toEqual([])

    // A second start passes its arguments to the running app and exits.
    expect(await desktop.run('tavla://open/request-access?w=abcdefgh')).toEqual({ code: 0, output: '' })
    await page.waitForURL(`${server.url}/app/pcapp-login?w=abcdefgh`)
    expect(desktop.windowIds()).toHaveLength(1)

    // URLs outside the server open in the default browser, whichever way a page requests them.
    await page.evaluate(() => void (location.href = 'https://one.example/'))
    await expect.poll(() => desktop.opened()).toEqual(['https://one.example/'])
    await page.evaluate(() => void window.open('https://two.example/', '_blank', 'noopener'))
    await expect.poll(() => desktop.opened()).toEqual(['https://one.example/', 'https://two.example/'])
    await expect.poll(() => desktop.windowIds()).toHaveLength(1)
    expect(page.url()).toBe(`${server.url}/app/pcapp-login?w=abcdefgh`)

    expect(await app.stop()).toBe(0)
    await server.dispose()
  })
}
