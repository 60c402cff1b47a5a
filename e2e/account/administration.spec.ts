import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { readTotp } from '../pages/authenticator.ts'
import { BoardPage } from '../pages/board-page.ts'
import { createPeople, password } from '../pages/people.ts'
import { expect, test } from '../pages/test.ts'
import { type TestServer, startServer } from '../server.ts'

let server: TestServer
// The first account of a server becomes its administrator, so each test has a server of its own.
test.beforeEach(async () => {
  server = await startServer()
})
test.afterEach(() => server.dispose())

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${server.url}/app/admin`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('an administrator suspends someone, publishes an announcement and checks the audit log', async ({
  browser,
  watch,
}) => {
  const people = createPeople(browser, server.url, watch)
  const ada = await people.member('Ada')
  const bo = await people.member('Bo')
  await bo.page.goto(`${server.url}/app/dashboard`)
  await expect(bo.page.getByRole('button', { name: /Account: Bo/ })).toBeVisible()

  const { page } = ada
  await signIn(page, ada.email)
  await expect(page.getByRole('heading', { name: 'Health' })).toBeVisible()

  await page.getByRole('link', { name: 'People' }).click()
  await page.getByLabel('Search').fill('bo')
  await expect(page).toHaveURL(/key=bo/)
  await page.getByRole('button', { name: 'Bo', exact: true }).click()
  await page.getByRole('button', { name: 'Give a plan' }).click()
  await page.getByLabel('Until').fill('2099-12-31')
  await page.getByRole('dialog').getByRole('button', { name: 'Give a plan' }).click()
  await expect(page.getByText('Pro given by an administrator: 5 seats')).toBeVisible()
  await page.getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByRole('button', { name: 'Lift suspension' })).toBeVisible()
  // A suspended person is signed out everywhere, and their open pages notice without a reload.
  await expect(bo.page.getByRole('textbox', { name: 'Password' })).toBeVisible()

  await page.getByRole('link', { name: 'Plans and payments' }).click()
  await page.getByRole('tab', { name: 'Products' }).click()
  await expect(page).toHaveURL(/list=prices/)
  await expect(page.getByRole('cell', { name: '€60.00' })).toBeVisible()

  await page.getByRole('link', { name: 'Announcements' }).click()
  await page.getByLabel('Message').fill('Maintenance tonight at nine')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('cell', { name: 'Maintenance tonight at nine' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('status', { name: 'Announcement' })).toContainText('Maintenance tonight')
  const board = await ada.context.newPage()
  await board.goto(`${server.url}/app/whiteboard?w=${await people.space(ada, 'Plans')}`)
  const announcement = board.getByRole('status', { name: 'Announcement' })
  await expect(announcement).toContainText('Maintenance tonight')
  // One line at most: without the server the board says so instead.
  await server.kill()
  await expect(announcement).toBeHidden()
  await server.start()
  await expect(announcement).toBeVisible()
  await announcement.getByRole('button', { name: 'Close' }).click()
  await expect(announcement).toBeHidden()

  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('The log is intact')).toBeVisible()
  await page.getByLabel('Event').fill('admin.suspend')
  await expect(page.getByRole('cell', { name: 'admin.suspend' })).toHaveCount(1)
})

test('two accounts of one person are merged, and a deleted board is restored', async ({ browser, watch }) => {
  const people = createPeople(browser, server.url, watch)
  const ada = await people.member('Ada')
  const [old, bo] = [await people.member('Olga'), await people.member('Bo')]
  await people.space(old, 'Kitchen')
  const wid = await people.space(bo, 'Garden')
  await bo.api.space.remove({ query: { wid } })
  const { page } = ada
  await signIn(page, ada.email)

  await page.getByRole('link', { name: 'People' }).click()
  await page.getByRole('button', { name: 'Olga' }).click()
  await page.getByRole('button', { name: 'Merge accounts' }).click()
  await page.getByLabel('Email of the account to keep').fill(bo.email)
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog', { name: 'Merge accounts' })
  await expect(preview).toContainText('Boards owned: 1.')
  await preview.getByRole('button', { name: 'Merge accounts' }).click()
  await expect(page.getByRole('button', { name: 'Bo', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Olga' })).toBeHidden()

  await page.getByRole('link', { name: 'Boards', exact: true }).click()
  await page.getByLabel('Status').selectOption('In trash')
  await page.getByRole('button', { name: 'Garden' }).click()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('button', { name: 'Restore' })).toBeHidden()
  await bo.page.goto(`${server.url}/app/dashboard`)
  for (const name of ['Garden', 'Kitchen'])
    await expect(bo.page.getByRole('link', { name, exact: true })).toBeVisible()
})

test('an administrator sets up two-step verification, and comes in with a recovery code', async ({
  browser,
  watch,
}) => {
  const ada = await createPeople(browser, server.url, watch).member('Ada')
  const { page } = ada
  await signIn(page, ada.email)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Set up' }).click()
  const key = await page.getByText(/^[A-Z2-7]{16,}$/).innerText()
  await page.getByLabel('Code').fill(readTotp(key))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const codes = (await page.locator('pre').innerText()).split('\n')
  await page.getByLabel('I’ve saved the codes').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(`${codes.length} recovery codes left`)).toBeVisible()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await signIn(page, ada.email)
  await page.getByLabel('Code').fill('a-wrong-code')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('Code').fill(codes[0] ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByText(`${codes.length - 1} recovery codes left`)).toBeVisible()
})

test('a failed job is found and retried, and a search without results says so', async ({
  browser,
  watch,
}) => {
  const ada = await createPeople(browser, server.url, watch).member('Ada')
  const database = new DatabaseSync(join(server.dataDir, 'tavla.db'), { timeout: 10_000 })
  database.exec(
    `INSERT INTO promises (id, kind, key, payload, run_at, tries, taken_until, failed_at, last_error)
     VALUES ('job-1', 'nobody.runs', 'k', '{}', 1, 9, 0, 5, 'the disk was full')`,
  )
  database.close()
  const { page } = ada
  await signIn(page, ada.email)
  await page.getByRole('link', { name: 'Jobs' }).click()
  // The job is retried from this list, which stays shown while the filtered one loads.
  const job = page.getByRole('row', { name: /nobody\.runs/ })
  await expect(job).toContainText('the disk was full')
  // The filtered list as it was before, arriving after it has changed.
  const retried = page.waitForResponse(/\/api\/admin\/job\/retry/)
  await page.route(
    /\/api\/admin\/job\?.*failed/,
    async (route) => {
      const response = await route.fetch()
      await retried
      // The page may have given up the request.
      await route.fulfill({ response }).catch(() => undefined)
    },
    { times: 1 },
  )
  await page.getByLabel('Status').selectOption('Failed')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No results')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(job).toContainText('Waiting')
})

test(
  'suspending someone closes the socket of the board that they have open',
  { tag: '@chromium' },
  async ({ browser, watch }) => {
    const people = createPeople(browser, server.url, watch)
    const ada = await people.member('Ada')
    const bo = await people.member('Bo')
    const wid = await people.space(bo, 'Garden')
    const opening = bo.page.waitForEvent('websocket', (socket) => socket.url().includes('/api/live'))
    await bo.page.goto(`${server.url}/app/whiteboard?w=${wid}`)
    const socket = await opening
    await new BoardPage(bo.page).opened()

    const { page } = ada
    await signIn(page, ada.email)
    await page.getByRole('link', { name: 'People' }).click()
    await page.getByRole('button', { name: 'Bo', exact: true }).click()
    expect(socket.isClosed()).toBe(false)
    const closed = socket.waitForEvent('close').then(() => Date.now())
    const suspended = page.waitForResponse(/\/api\/admin\/.*suspend/).then(() => Date.now())
    await page.getByRole('button', { name: 'Suspend' }).click()
    const description = `${(await closed) - (await suspended)} ms after the answer`
    test.info().annotations.push({ type: 'socket closed', description })
    await expect(bo.page.getByRole('textbox', { name: 'Password' })).toBeVisible()
  },
)

test('storage by board is sorted, filtered and saved as CSV, and the address keeps the view', async ({
  browser,
  watch,
}) => {
  const people = createPeople(browser, server.url, watch)
  const ada = await people.member('Ada')
  const boards = { Garden: 3_000, Kitchen: 1_000, Office: 2_000 }
  const wids = await Promise.all(Object.keys(boards).map((name) => people.space(ada, name)))
  const database = new DatabaseSync(join(server.dataDir, 'tavla.db'), { timeout: 10_000 })
  for (const [at, size] of Object.values(boards).entries()) {
    const [id, wid] = [`file-${at}`, wids[at] ?? '']
    database
      .prepare(
        `INSERT INTO files (id, uid, state, filename, size, type, hash, created_at)
         VALUES (?, ?, 'stored', 'a.png', ?, 'image/png', ?, 1)`,
      )
      .run(id, ada.uid, size, id)
    database.prepare('INSERT INTO file_uses (wid, file_id) VALUES (?, ?)').run(wid, id)
  }
  database.close()
  const { page } = ada
  await signIn(page, ada.email)
  const table = page.getByRole('table', { name: 'Storage by board' })
  const names = table.locator('tbody tr td:first-child')
  await expect(names).toHaveText(['Garden', 'Office', 'Kitchen'])
  await table.getByRole('button', { name: 'Name' }).click()
  await expect(names).toHaveText(['Garden', 'Kitchen', 'Office'])
  await expect(page).toHaveURL(/sort=name/)
  await page.reload()
  await expect(names).toHaveText(['Garden', 'Kitchen', 'Office'])
  await page.getByLabel('Search').fill('kit')
  await expect(names).toHaveText(['Kitchen'])
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  expect(readFileSync(await (await saving).path(), 'utf8').split('\r\n')).toEqual([
    expect.stringMatching(/^Name,Owner,Files/),
    expect.stringMatching(/^Kitchen,Ada,1,/),
  ])
  await page.getByLabel('Status').selectOption('In trash')
  await expect(page.getByText('No results')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(names).toHaveText(['Garden', 'Kitchen', 'Office'])
})
