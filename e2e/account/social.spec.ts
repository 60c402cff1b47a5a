import type { Page } from '@playwright/test'
import { BoardPage } from '../pages/board-page.ts'
import { expectAccessible, expectFitsFingers } from '../pages/accessible.ts'
import { DashboardPage } from '../pages/dashboard-page.ts'
import { expect, test as plain } from '../pages/test.ts'
import { AccountMenu, LoginPage } from '../pages/login-page.ts'
import { password } from '../pages/people.ts'
import { ProviderPage, providers, test } from '../pages/providers.ts'

const phone = { width: 390, height: 844 }

const getPages = (page: Page) => ({
  login: new LoginPage(page),
  dashboard: new DashboardPage(page),
  account: new AccountMenu(page),
  there: new ProviderPage(page),
})

const signInBy = (page: Page, name: string) =>
  page.getByRole('button', { name: `Continue with ${name}` }).click()
const connected = (page: Page, name: string) => page.getByRole('button', { name: `Disconnect ${name}` })

const storedUser = async (page: Page) =>
  JSON.parse((await page.evaluate(() => localStorage.getItem('userinfo'))) ?? '{}') as {
    uid: string
    token: string
    kind: string
  }

// One provider stands for all; the server's tests cover the differences between the four.
test('each provider signs in; cancelled and foreign sign-ins do not', async ({ people, visit }) => {
  const page = await people.visitor()
  const { login, dashboard, account, there } = getPages(page)
  await visit(page, '/google-loading?code=made-up&state=made-up')
  await expect(page.getByText('This sign-in wasn’t started in this tab')).toBeVisible()
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await signInBy(page, 'Google')
  await there.cancel()
  await expect(page.getByText('The Google sign-in was cancelled.')).toBeVisible()

  for (const { id, name } of providers) {
    await visit(page, '/login')
    await signInBy(page, name)
    await there.admit({ sub: `new-${id}`, email: people.freshEmail(id), email_verified: 'true' })
    await dashboard.shown()
    if (id === 'apple') {
      await account.openSettings()
      // The only sign-in method cannot be removed.
      await connected(page, name).click()
      await expect(page.getByRole('alert')).toHaveText(
        'This is your only way to sign in. Set a password first.',
      )
    }
    await account.logOut()
    await login.shown()
  }
})

test('an existing address is linked by the password, unlinked and linked again', async ({
  people,
  visit,
}) => {
  const ada = await people.member('Ada')
  const page = await people.visitor()
  const { login, dashboard, account, there } = getPages(page)
  await page.setViewportSize(phone)
  await visit(page, '/login')
  await signInBy(page, 'Google')
  await there.admit({ sub: 'ada-google', email: ada.email, email_verified: 'true' })
  await expect(page.getByText('You signed in with Google, but an account with that address')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeHidden()
  await expectAccessible(page, 'an account waits to be joined')
  await expectFitsFingers(page, 'an account waits to be joined')
  await login.signIn(ada.email, password)
  await dashboard.shown()

  await account.openSettings()
  await connected(page, 'Google').click()
  await page.getByRole('button', { name: 'Connect Google' }).click()
  // The provider still has a session, so it does not ask again.
  await expect(page.getByText('You can now sign in to this account with Google.')).toBeVisible()
  await expect(connected(page, 'Google')).toBeVisible()
  await expectAccessible(page, 'connected accounts')
  await expectFitsFingers(page, 'connected accounts')
  const { providers: joined, uid } = await ada.api.auth.loggedin({ token: ada.token })
  expect([joined, uid]).toEqual([['google'], ada.uid])
})

test('a guest is upgraded by a provider that returns by a form', async ({ people, visit }) => {
  const page = await people.visitor()
  const { login, dashboard, account, there } = getPages(page)
  await visit(page, '/login')
  await login.comeInAsGuest('Nora')
  await new BoardPage(page).opened()
  await visit(page, '/dashboard')
  await dashboard.shown()
  const guest = await storedUser(page)
  await account.openSettings()
  await signInBy(page, 'Apple')
  await there.admit({ sub: 'nora-apple', email: people.freshEmail('nora'), email_verified: 'true' })
  await expect(connected(page, 'Apple')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Keep your work' })).toBeHidden()
  const { uid, kind, token } = await storedUser(page)
  expect([uid, kind]).toEqual([guest.uid, 'full'])
  expect(token).not.toBe(guest.token)
})

test('another provider can prove an account, too; an invitation waits until then', async ({
  people,
  visit,
}) => {
  const owner = await people.member('Olga')
  const wid = await people.space(owner, 'Studio')
  const { token } = await owner.api.space.inviteLink({ query: { wid, role: 'viewer' } })
  const email = people.freshEmail('bea')
  const page = await people.visitor()
  const { dashboard, there, account, login } = getPages(page)
  await visit(page, '/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await there.admit({ sub: 'bea-google', email, email_verified: 'true' })
  await dashboard.shown()
  await account.logOut()
  await login.shown()

  await visit(page, `/login?invite=${token}&w=${wid}`)
  await page.getByRole('button', { name: 'Continue with Apple' }).click()
  await there.admit({ sub: 'bea-apple', email, email_verified: 'true' })
  await expect(page.getByText('You signed in with Apple, but an account')).toBeVisible()
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await there.admit({ sub: 'bea-google' })
  await expect(page).toHaveURL(new RegExp(`/app/invite-loading\\?w=${wid}$`))
  await visit(page, '/userinfo')
  await expect(page.getByRole('button', { name: 'Disconnect Google' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Disconnect Apple' })).toBeVisible()
})

plain('without providers, stand-ins on this machine say what they are', async ({ people, visit }) => {
  const page = await people.visitor()
  await page.setViewportSize(phone)
  await visit(page, '/login')
  await expect(page.getByText('Google (test)')).toBeVisible()
  await expect(page.getByText('No provider is set up, so this server uses test accounts.')).toBeVisible()
  await expectAccessible(page, 'the login page with stand-ins')
  await expectFitsFingers(page, 'the login page with stand-ins')
  await page.getByRole('button', { name: 'Continue with Apple (test)' }).click()
  await expect(page.getByRole('heading', { name: 'Test sign-in for Apple' })).toBeVisible()
  await expect(page.getByText('This is not Apple.')).toBeVisible()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByText('The Apple sign-in was cancelled.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await page.getByRole('button', { name: 'Continue with Apple (test)' }).click()
  await page.getByLabel('Name').fill('Grace')
  await page.getByRole('button', { name: 'Continue to Tavla' }).click()
  await new DashboardPage(page).shown()
})

plain('the form stays where it is when the other ways in load', async ({ people, visit }) => {
  const page = await people.visitor()
  let load = (): void => undefined
  const isLoading = new Promise<void>((resolve) => (load = resolve))
  await page.route('**/api/config*', async (route) => {
    await isLoading
    await route.continue()
  })
  await visit(page, '/login')
  const signIn = page.getByRole('button', { name: 'Sign in', exact: true })
  const before = await signIn.boundingBox()
  load()
  await expect(page.getByText('Google (test)')).toBeVisible()
  expect(await signIn.boundingBox()).toEqual(before)
})
