import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { getApi } from '../pages/api.ts'
import { desktopTest, hasDesktop } from '../pages/desktop-test.ts'
import { expect, test as base } from '../pages/test.ts'

/** What the desktop app waits with on this computer; `links` are the answers that it received. */
interface WaitingApp {
  readonly port: number
  readonly verifier: string
  readonly state: string
  readonly links: readonly string[]
  /** The page that the app opens in the browser. */
  getUrl(server: string): string
  /** Closes the port. */
  quit(): Promise<void>
}

const test = base.extend<{ app: WaitingApp }>({
  app: async ({ server: { url: origin } }, use) => {
    const links: string[] = []
    const verifier = randomBytes(32).toString('base64url')
    const state = randomBytes(32).toString('base64url')
    const listener = createServer((request, response) => {
      links.push(request.url ?? '')
      response.writeHead(204, { 'access-control-allow-origin': origin }).end()
    })
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
    const { port } = listener.address() as AddressInfo
    const quit = () =>
      new Promise<void>((resolve) => {
        listener.close(() => resolve())
        listener.closeAllConnections()
      })
    const query = new URLSearchParams({
      challenge: createHash('sha256').update(verifier).digest('base64url'),
      state,
      via: 'loopback',
      port: String(port),
      device: 'Ada’s laptop',
    })
    await use({
      port,
      verifier,
      state,
      links,
      getUrl: (server) => `${server}/app/pclogin?${query}`,
      quit,
    })
    await quit()
  },
})

function countApprovals(page: Page): readonly string[] {
  const approvals: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/pclogin/approve')) approvals.push(request.url())
  })
  return approvals
}

test('a code is made by a click only, once, and leaves no trace in the address', async ({
  app,
  people,
  server,
}) => {
  const { page } = await people.member('Ada')
  const approvals = countApprovals(page)
  await page.goto(app.getUrl(server.url))
  await expect(page.getByText('The Tavla app on Ada’s laptop wants to sign in.')).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect([approvals.length, app.links.length]).toEqual([0, 0])

  await page.getByRole('button', { name: /^Continue as Ada/ }).click()
  await expect(page.getByText('You’re signed in to the app')).toBeVisible()
  expect([approvals.length, app.links.length]).toEqual([1, 1])
  const link = new URLSearchParams(app.links[0]?.split('?')[1])
  expect(link.get('state')).toBe(app.state)
  expect(page.url()).toBe(`${server.url}/app/pclogin`)
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]),
  )
  expect(stored).not.toContain(link.get('code'))

  // Neither reloading nor going back asks for another code.
  await page.reload()
  await expect(page.getByText('This page is for signing in to the desktop app')).toBeVisible()
  await page.goBack()
  await page.waitForLoadState('networkidle')
  expect([approvals.length, app.links.length]).toEqual([1, 1])

  const body = { code: link.get('code') ?? '', verifier: app.verifier }
  const { user } = await getApi(server.url).auth.exchangeDesktop({ body })
  expect(user.name).toBe('Ada')
})

test('a code that cannot be handed over is shown, and signs in when it is pasted', async ({
  app,
  people,
  server,
}) => {
  const { page, uid } = await people.member('Ada')
  await page.goto(app.getUrl(server.url))
  await app.quit()
  await page.getByRole('button', { name: /^Continue as Ada/ }).click()
  await expect(page.getByRole('heading', { name: 'Paste this code in the app' })).toBeVisible()
  const code = await page.getByLabel('Sign-in code').inputValue()
  const { user } = await getApi(server.url).auth.exchangeDesktop({ body: { code, verifier: app.verifier } })
  expect(user.uid).toBe(uid)
})

test('signing in first leads back to the request, which says who continues', async ({
  app,
  people,
  server,
}) => {
  const { email } = await people.account('Bo')
  const page = await people.visitor()
  await page.goto(app.getUrl(server.url))
  await page.getByRole('button', { name: 'Sign in' }).click()
  expect(await page.evaluate(() => localStorage.getItem('pcuid'))).toBe(app.state)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a quiet nordic studio')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: /^Continue as Bo/ }).click()
  await expect(page.getByText('You’re signed in to the app')).toBeVisible()
  expect(app.links).toHaveLength(1)
  expect(await page.evaluate(() => [localStorage.getItem('pclogin'), localStorage.getItem('pcuid')])).toEqual(
    [null, null],
  )
})

if (hasDesktop) {
  desktopTest(
    'a link of the system signs the app in once, and forged and used ones do nothing',
    async ({ desktop, people, server }) => {
      const ada = await people.member('Ada')
      desktop.registerLinks()
      const app = await desktop.startApp(server.url)
      await app.page.getByText('Sign in to see your boards').waitFor()
      await app.page.goto(`${server.url}/app/pcapp-login`)
      const start = app.page.getByRole('button', { name: 'Sign in with your browser' })
      await start.click()
      await expect.poll(() => desktop.opened()).toHaveLength(1)
      const request = new URL(desktop.opened()[0] as string)
      expect(request.searchParams.get('via')).toBe('scheme')

      await ada.page.goto(request.href)
      const answered = ada.page.waitForResponse((response) => response.url().includes('/pclogin/approve'))
      await ada.page.getByRole('button', { name: /^Continue as Ada/ }).click()
      const { data } = (await (await answered).json()) as { data: { code: string; link: string } }
      await expect(ada.page.getByRole('heading', { name: 'Open the Tavla app' })).toBeVisible()

      const forged = `tavla://signed-in?code=${data.code}&state=${'x'.repeat(43)}`
      expect(await desktop.run(forged)).toEqual({ code: 0, output: '' })
      await expect(app.page.getByText('Continue in your browser.')).toBeVisible()
      expect(await desktop.run(data.link)).toEqual({ code: 0, output: '' })
      await app.page.waitForURL(`${server.url}/app/dashboard`)
      // The dashboard reads the account again and stores it in another order.
      const signedIn = () =>
        app.page.evaluate(() => JSON.parse(localStorage.getItem('userinfo') ?? 'null') as unknown)
      const before = await signedIn()
      expect(await desktop.run(data.link)).toEqual({ code: 0, output: '' })
      expect([app.page.url(), await signedIn()]).toEqual([`${server.url}/app/dashboard`, before])

      // The app's session is one of its own, and ended alone.
      const { list } = await ada.api.user.sessions()
      expect(list.map(({ kind }) => kind).toSorted()).toEqual(['browser', 'desktop'])
    },
  )
}
