import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { BoardPage } from '../pages/board-page.ts'
import { DashboardPage } from '../pages/dashboard-page.ts'
import { findEmail, mailedCode, mailedLink } from '../pages/inbox.ts'
import { expect, test } from '../pages/test.ts'
import { AccountMenu, LoginPage } from '../pages/login-page.ts'
import { password } from '../pages/people.ts'

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

// Devices are recognized by their user agent.
const firefoxOnWindows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

test('a person registers, verifies by email, is notified of a new device, and signs it out from the first', async ({
  server,
  people,
  visit,
}) => {
  const page = await people.visitor()
  const [login, dashboard, account] = [new LoginPage(page), new DashboardPage(page), new AccountMenu(page)]
  const email = people.freshEmail('ada')

  await visit(page, '/')
  await login.shown()
  await login.signUp({ name: 'Ada', email, password })
  await dashboard.shown()
  await expect(page).toHaveURL(/\/app\/dashboard$/)
  const banner = page.getByRole('region', { name: 'Confirm your email address' })
  await expect(banner).toContainText(email)

  await account.openSettings()
  await expect(page.getByText('Not confirmed')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.getByLabel('Code from the email').fill('000000x')
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('This code or link is incorrect, used or expired.')
  await page.getByLabel('Code from the email').fill(await mailedCode(server.url, email))
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
  await page.goBack()
  await dashboard.shown()
  await expect(banner).toBeHidden()

  const there = await people.visitor({ userAgent: firefoxOnWindows })
  await visit(there, '/userinfo')
  await new LoginPage(there).signIn(email, password)
  await expect(there).toHaveURL(/\/app\/userinfo$/)
  expect(await findEmail(server.url, email, /new sign-in to your account/)).toContain('Firefox, Windows')

  await visit(page, '/userinfo')
  await expect(page.getByText('This device')).toBeVisible()
  await expect(page.getByText('Firefox · Windows')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByText('Firefox · Windows')).toBeHidden()
  // The live connection ends the session without a call. Signing in again returns to the same page.
  await new LoginPage(there).shown()
  await expect(there.getByText('your session was ended on another device')).toBeVisible()
  await new LoginPage(there).signIn(email, password)
  await expect(there).toHaveURL(/\/app\/userinfo$/)
  await expect(there.getByLabel('Your name')).toHaveValue('Ada')

  await page.bringToFront()
  await account.logOut()
  await login.shown()
  await expect(page).toHaveURL(/\/app\/login$/)
  for (const key of ['userinfo', 'spaceList', 'spaceFilters', 'client_id', 'boardTransform'])
    expect(await stored(page, key), key).toBeNull()
  expect(await stored(page, 'last_user_email')).toBe(email)
  await expect(login.email).toHaveValue(email)
  await login.password.fill('not my password')
  await page.keyboard.press('Enter')
  await expect(login.failure).toHaveText('The email or password is incorrect.')
  await expect(dashboard.toast).toBeEmpty()
})

test('a forgotten password is replaced by email, once, and every other session ends', async ({
  server,
  people,
  visit,
}) => {
  const ada = await people.member('Ada')
  const elsewhere = new DashboardPage(ada.page)
  await visit(ada.page, '/dashboard')
  await elsewhere.shown()

  const page = await people.visitor()
  const login = new LoginPage(page)
  await visit(page, '/login')
  await login.forgot(ada.email)
  const link = await mailedLink(server.url, ada.email, 'forget-loading')
  await page.goto(link)
  await page.getByLabel('Password').first().fill('another studio')
  await page.getByLabel('Repeat password').fill('another studi')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByText('The passwords don’t match.')).toBeVisible()
  await page.getByLabel('Repeat password').fill('another studio')
  await page.getByRole('button', { name: 'Save new password' }).click()
  // Who has set the password needs no sign-in form.
  await new DashboardPage(page).shown()

  // The browser that was signed in is notified over its live connection.
  await new LoginPage(ada.page).shown()
  await expect(ada.page).toHaveURL(/\/app\/login$/)
  expect(await stored(ada.page, 'userinfo')).toBeNull()

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  await new AccountMenu(page).logOut()
  await login.shown()
  await login.signIn(ada.email, password)
  await expect(login.failure).toHaveText('The email or password is incorrect.')
  await login.signIn(ada.email, 'another studio')
  await new DashboardPage(page).shown()
})

test('a new account confirms its address with the code, without leaving the boards', async ({
  server,
  people,
  visit,
}) => {
  const ada = await people.member('Ada')
  const { page, email } = ada
  await visit(page, '/dashboard')
  const banner = page.getByRole('region', { name: 'Confirm your email address' })
  await banner.getByLabel('Code from the email').fill('000000')
  await banner.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(new DashboardPage(page).toast).toContainText(
    'This code or link is incorrect, used or expired.',
  )
  await banner.getByLabel('Code from the email').fill(await mailedCode(server.url, email))
  await banner.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(banner).toBeHidden()
  expect((await ada.api.auth.loggedin({ token: ada.token })).emailVerified).toBe(true)
})

test('all data of a person is exported as one file, and deleted with the account', async ({
  server,
  people,
  visit,
}) => {
  const ada = await people.member('Ada')
  const { page, email } = ada
  await people.space(ada, 'Harbour')
  await visit(page, '/userinfo')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download all data' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^tavla-\d{4}-\d\d-\d\d\.zip$/)
  const names = readFileSync(await download.path(), 'latin1')
  expect(names).toContain('account.json')
  expect(names).toContain('spaces/Harbour/board.json')

  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByRole('button', { name: 'Send code' }).click()
  const message = await findEmail(server.url, email, /delete your account/)
  await dialog.getByLabel('Code from the email').fill(/\b\d{6}\b/.exec(message)?.[0] ?? '')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  const login = new LoginPage(page)
  await login.shown()
  await expect(page.getByText('Your account has been deleted.')).toBeVisible()
  expect(await stored(page, 'userinfo')).toBeNull()
  await login.signIn(email, password)
  await expect(login.failure).toHaveText('The email or password is incorrect.')
})

test('a guest draws, leaves, returns, and keeps the work as a full account', async ({ people, visit }) => {
  const page = await people.visitor()
  const [login, dashboard, account] = [new LoginPage(page), new DashboardPage(page), new AccountMenu(page)]
  await visit(page, '/login')
  await login.comeInAsGuest('Nora')
  const board = new BoardPage(page)
  await board.opened()
  await expect(page.getByTestId('guest')).toBeVisible()
  await board.draw('r', { x: 300, y: 250 }, { x: 420, y: 340 })
  await board.saved()
  const { search } = new URL(page.url())
  await visit(page, '/dashboard')
  await dashboard.rename('Untitled board', 'Nora’s plan')

  await account.logOut()
  await page.getByRole('dialog', { name: 'Sign out?' }).getByRole('button', { name: 'Sign out' }).click()
  await login.shown()
  await page.getByRole('button', { name: 'Continue as Nora' }).click()
  await page.getByRole('button', { name: 'Continue as guest' }).click()
  await expect(dashboard.board('Nora’s plan')).toBeVisible()

  const email = people.freshEmail('nora')
  await account.openSettings()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(dashboard.toast).toContainText('Welcome! You kept all your boards.')

  for (const key of ['guestUserinfo', 'guestSpaceList']) expect(await stored(page, key), key).toBeNull()

  const elsewhere = await people.visitor()
  await visit(elsewhere, `/whiteboard${search}`)
  await new LoginPage(elsewhere).signIn(email, password)
  const found = new BoardPage(elsewhere)
  await found.opened()
  expect(await found.elements('rect')).toHaveLength(1)
})

test('a URL that needs a login is opened afterwards, with its query', async ({ people, visit }) => {
  const ada = await people.member('Ada')
  const wid = await people.space(ada, 'Studio')
  const page = await people.visitor()
  const query = `?w=${wid}&from=a%20letter`

  await visit(page, `/whiteboard${query}`)
  await new LoginPage(page).shown()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`/app/login${query}`)
  await new LoginPage(page).signIn(ada.email, password)
  await expect(page).toHaveURL((url) => url.pathname === '/app/whiteboard')
  expect(new URL(page.url()).search).toBe(query)

  // A signed-in person is redirected away from the login page.
  await visit(page, '/login')
  await expect(page).toHaveURL(/\/app\/dashboard$/)
})

test('refusals are one toast with the latest text, and next to the form on the profile', async ({
  people,
  visit,
}) => {
  const ada = await people.member('Ada')
  const { page } = ada
  const dashboard = new DashboardPage(page)
  for (const name of ['One', 'Two', 'Three']) await people.space(ada, name)
  await visit(page, '/dashboard')
  await expect(dashboard.names()).toHaveCount(3)

  await dashboard.newBoard()
  await expect(dashboard.toast).toContainText('You’ve reached a plan limit: 3 of 3 used.')
  await page.getByRole('dialog', { name: 'Plans' }).getByRole('button', { name: 'Close' }).click()
  const [one] = (await ada.api.space.list({ query: { key: 'One' } })).list
  await ada.api.space.remove({ query: { wid: one?.wid ?? '' } })
  await dashboard.star('One').click()
  await expect(dashboard.toast).toContainText('This doesn’t exist, or you don’t have access.')
  await expect(dashboard.toast).not.toContainText('You’ve reached a plan limit')
  await expect(dashboard.toast).toBeEmpty()

  await visit(page, '/userinfo')
  await page.getByLabel('Current password').fill('not my password')
  await page.getByLabel('New password').fill('another studio')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('alert')).toHaveText('The email or password is incorrect.')
  await expect(dashboard.toast).toBeEmpty()
})

test('signing in works by keyboard alone, in the language chosen here before', async ({ people, visit }) => {
  const { email } = await people.account('Ada')
  const page = await people.visitor()
  await visit(page, '/login')
  await page.getByRole('button', { name: 'English' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Deutsch' }).press('Enter')
  const title = page.getByRole('heading', { name: 'Anmelden', level: 1 })
  await expect(title).toBeVisible()
  await page.reload()
  await expect(title).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')

  await expect(page.locator('input[autocomplete="username"]')).toBeFocused()
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await expect(page.locator('input[autocomplete="current-password"]')).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/app\/dashboard$/)
})

test('the browser’s language is offered until a language is chosen', async ({ people, visit }) => {
  const page = await people.visitor({ locale: 'de-AT' })
  await visit(page, '/login')
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  const offer = page.getByRole('button', { name: 'Auf Deutsch anzeigen' })
  await offer.click()
  await expect(page.getByRole('heading', { name: 'Anmelden', level: 1 })).toBeVisible()
  await expect(offer).toBeHidden()
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await page.getByRole('menuitem', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  await expect(offer).toBeHidden()

  const other = await people.visitor({ locale: 'fi-FI' })
  await visit(other, '/login')
  await expect(other.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  await expect(other.getByRole('button', { name: /^(Byt|Auf|Switch)/ })).toHaveCount(0)
})
