import type { Page } from '@playwright/test'
import { BoardChrome } from './pages/board-chrome.ts'
import { DashboardPage } from './pages/dashboard-page.ts'
import { expect, test } from './pages/test.ts'

/** Keeps the code of a screen or a part of one from loading; the returned function lets it load. */
async function holdFile(page: Page, name: string): Promise<() => void> {
  const held = Promise.withResolvers<undefined>()
  await page.route(`**/assets/${name}`, async (route) => {
    await held.promise
    await route.continue()
  })
  return () => held.resolve(undefined)
}

function getTextWidth(element: Element): number {
  const range = document.createRange()
  range.selectNodeContents(element)
  return range.getBoundingClientRect().width
}

const isInterLoaded = () =>
  [...document.fonts].some(({ family, status }) => family === 'Inter' && status === 'loaded')

/** The paths of all requests of a page from now on. */
function recordPaths(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => void paths.push(new URL(request.url()).pathname))
  return paths
}

const count = (paths: readonly string[], path: string) => paths.filter((each) => each === path).length

test('a board is requested and its connection opened before its code has loaded, and once', async ({
  people,
  server,
}) => {
  const ada = await people.member('Ada')
  const wid = await people.space(ada, 'Harbour')
  const release = await holdFile(ada.page, 'whiteboard-*.js')
  const paths = recordPaths(ada.page)
  await ada.page.goto(`${server.url}/app/whiteboard?w=${wid}`, { waitUntil: 'commit' })
  await expect.poll(() => [count(paths, '/api/space/info'), count(paths, '/api/live/ticket')]).toEqual([1, 1])
  await expect(ada.page.getByTestId('board')).toHaveCount(0)
  release()
  await new BoardChrome(ada.page).shown()
  expect([count(paths, '/api/space/info'), count(paths, '/api/live/ticket')]).toEqual([1, 1])
})

test('menus and panels load after the board has come', async ({ people, server }) => {
  const ada = await people.member('Ada')
  const wid = await people.space(ada, 'Harbour')
  const answered = Promise.withResolvers<undefined>()
  await ada.page.routeWebSocket('**/api/live**', (socket) => {
    const live = socket.connectToServer()
    live.onMessage(async (message) => {
      await answered.promise
      socket.send(message)
    })
  })
  const paths = recordPaths(ada.page)
  const areMenusLoaded = () => paths.some((path) => path.includes('/assets/board-overlays-'))
  await ada.page.goto(`${server.url}/app/whiteboard?w=${wid}`)
  await expect(ada.page.getByTestId('share')).toBeAttached()
  // More pauses than there are menus and panels.
  await ada.page.evaluate(async () => {
    for (let i = 0; i < 40; i++) await new Promise((resolve) => requestIdleCallback(resolve))
  })
  expect(areMenusLoaded()).toBe(false)
  answered.resolve(undefined)
  await new BoardChrome(ada.page).shown()
  await expect.poll(areMenusLoaded).toBe(true)
})

test('the dashboard requests its boards before its code has loaded, in the view of the last visit', async ({
  people,
  server,
}) => {
  const ada = await people.member('Ada')
  await people.space(ada, 'Harbour')
  const { page } = ada
  await page.goto(`${server.url}/app/dashboard`)
  await new DashboardPage(page).place('Mine').click()
  await expect(page).toHaveURL(/filter=mine/)
  const release = await holdFile(page, 'dashboard-*.js')
  const requested = page.waitForRequest(
    (request) =>
      new URL(request.url()).pathname === '/api/space/list' &&
      new URL(request.url()).searchParams.get('filter') === 'mine',
  )
  await page.goto(`${server.url}/app/dashboard`, { waitUntil: 'commit' })
  await requested
  await expect(page.getByRole('link', { name: 'Harbour' })).toHaveCount(0)
  release()
  await expect(page.getByRole('link', { name: 'Harbour' })).toBeVisible()
})

test('a page without a session requests nothing of a board', async ({ people, server }) => {
  const page = await people.visitor()
  const paths = recordPaths(page)
  await page.goto(`${server.url}/app/whiteboard?w=h2jj0s9qwtmjxv3nyf4b`)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect([count(paths, '/api/space/info'), count(paths, '/api/live/ticket')]).toEqual([0, 0])
})

test('a part of the dashboard that does not load is left out and reported, and the boards stay', async ({
  people,
  server,
}) => {
  const ada = await people.member('Ada')
  await people.space(ada, 'Harbour')
  const { page } = ada
  // The banner that asks new accounts for the code of their email.
  await page.route('**/assets/code-form-*.js', (route) => route.abort())
  await page.goto(`${server.url}/app/dashboard`)
  await expect(page.getByTestId('toast')).toContainText('Part of the page didn’t load.')
  await expect(page.getByRole('link', { name: 'Harbour' })).toBeVisible()
  await page.unroute('**/assets/code-form-*.js')
  await page.getByTestId('toast').getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByText('Confirm your address with the code')).toBeVisible()
})

for (const width of [1280, 390, 320])
  test(`the form for the emailed code moves nothing below it when it comes, ${width} px wide`, async ({
    people,
    visit,
  }) => {
    const ada = await people.member('Ada')
    await people.space(ada, 'Harbour')
    const { page } = ada
    await page.setViewportSize({ width, height: 800 })
    const release = await holdFile(page, 'code-form-*.js')
    await visit(page, '/dashboard')
    const board = page.getByRole('link', { name: 'Harbour' })
    await board.waitFor()
    await page.evaluate(() => document.fonts.ready)
    const before = await board.boundingBox()
    release()
    await expect(page.getByRole('button', { name: 'Confirm', exact: true })).toBeVisible()
    const after = await board.boundingBox()
    expect(Math.abs((after?.y ?? Infinity) - (before?.y ?? 0))).toBeLessThan(3)
  })

test('texts are as wide before the font of the interface has loaded as after it', async ({
  people,
  visit,
}) => {
  const { page } = await people.member('Ada')
  const release = await holdFile(page, 'inter-*')
  await visit(page, '/dashboard')
  const texts = [page.getByRole('heading', { name: 'All boards' }), page.getByText('Send a new code')]
  const measure = () => Promise.all(texts.map((text) => text.evaluate(getTextWidth)))
  const before = await measure()
  expect(await page.evaluate(isInterLoaded)).toBe(false)
  release()
  await expect.poll(() => page.evaluate(isInterLoaded)).toBe(true)
  await page.evaluate(() => document.fonts.ready)
  const after = await measure()
  for (const [i, width] of before.entries()) expect(Math.abs(width / (after[i] ?? 0) - 1)).toBeLessThan(0.03)
})

test('the chosen theme is there before any code has loaded, whatever the system has', async ({
  people,
  server,
}) => {
  const { page } = await people.member('Ada')
  const getBackground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await page.goto(`${server.url}/app/dashboard`)
  await page.route('**/assets/*.js', (route) => route.abort())
  for (const [scheme, theme, background] of [
    ['light', 'dark', 'rgb(23, 24, 26)'],
    ['dark', 'light', 'rgb(250, 249, 246)'],
    ['dark', 'auto', 'rgb(23, 24, 26)'],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme)
    await page.goto(`${server.url}/app/dashboard`, { waitUntil: 'domcontentloaded' })
    expect(await getBackground()).toBe(background)
  }
})
