import { createPeople, password } from '../pages/people.ts'
import { expect, test } from '../pages/test.ts'
import { type TestServer, startServer } from '../server.ts'

let server: TestServer
// The first account of a server becomes its administrator, so this test has a server of its own.
test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => server.dispose())

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
  await page.goto(`${server.url}/app/admin`)
  await page.getByLabel('Email').fill(ada.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
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

  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('The log is intact')).toBeVisible()
  await page.getByLabel('Event').fill('admin.suspend')
  await expect(page.getByRole('cell', { name: 'admin.suspend' })).toHaveCount(1)
})
