import type { Page } from '@playwright/test'
import { expectAccessible, expectFitsFingers } from './pages/accessible.ts'
import { DashboardPage } from './pages/dashboard-page.ts'
import { expect, test as plain } from './pages/journey.ts'
import { AccountMenu, LoginPage } from './pages/login-page.ts'
import { password } from './pages/people.ts'
import { ProviderPage, providers, test } from './pages/providers.ts'

const phone = { width: 390, height: 844 }

const pagesOf = (page: Page) => ({
  login: new LoginPage(page),
  dashboard: new DashboardPage(page),
  account: new AccountMenu(page),
  there: new ProviderPage(page),
})

for (const { id, name } of providers) {
  const continueWith = (page: Page) => page.getByRole('button', { name: `Continue with ${name}` }).click()
  const connected = (page: Page) => page.getByRole('button', { name: `Disconnect ${name}` })

  test(`${name}: cancelled, then in as somebody new, and in again as the same one`, async ({
    people,
    visit,
  }) => {
    const page = await people.visitor()
    const { login, dashboard, account, there } = pagesOf(page)
    await visit(page, '/login')
    await continueWith(page)
    await there.cancel()
    await expect(page.getByText(`${name} says that the sign-in was cancelled.`)).toBeVisible()
    await page.getByRole('link', { name: 'Back to sign in' }).click()
    await login.shown()

    const email = people.freshEmail(id)
    const person = { sub: `new-${id}`, email, email_verified: 'true' }
    await continueWith(page)
    await there.letIn(person)
    await dashboard.shown()
    await dashboard.newBoard()
    await expect(page).toHaveURL(/\/app\/whiteboard\?w=/)
    await visit(page, '/dashboard')
    await dashboard.rename('Untitled board', `Board of ${name}`)
    await account.logOut()
    await login.shown()

    await page.context().clearCookies()
    await continueWith(page)
    await there.letIn({ ...person, email: 'moved@example.org' })
    await expect(dashboard.board(`Board of ${name}`)).toBeVisible()
    await account.openSettings()
    await expect(connected(page)).toBeVisible()
    await expect(page.getByText(email, { exact: true })).toBeVisible()
    // The only way in stays.
    await connected(page).click()
    await expect(page.getByRole('alert')).toHaveText(
      'This is your only way to sign in. Set a password first.',
    )
  })

  // From here on they differ only in how one returns: by an address or, from Apple, by a form.
  if (id !== 'google' && id !== 'apple') continue

  test(`${name}: an address that is taken is joined by the password, parted and joined again`, async ({
    people,
    visit,
  }) => {
    const ada = await people.member('Ada')
    const page = await people.visitor()
    const { login, dashboard, account, there } = pagesOf(page)
    await page.setViewportSize(phone)
    await visit(page, '/login')
    await continueWith(page)
    await there.letIn({ sub: `ada-${id}`, email: ada.email, email_verified: 'true' })
    await expect(page.getByText(`You came with ${name}, and an account with that address`)).toBeVisible()
    await expect(page.getByRole('button', { name: `Continue with ${name}` })).toBeHidden()
    if (id === 'google') {
      await expectAccessible(page, 'an account waits to be joined')
      await expectFitsFingers(page, 'an account waits to be joined')
    }
    await login.signIn(ada.email, password)
    await dashboard.shown()

    await account.openSettings()
    await connected(page).click()
    await page.getByRole('button', { name: `Connect ${name}` }).click()
    // There one is signed in still, so nothing is asked again.
    await expect(page.getByText(`From now on ${name} leads to this account, too.`)).toBeVisible()
    await expect(connected(page)).toBeVisible()
    if (id === 'google') {
      await expectAccessible(page, 'connected accounts')
      await expectFitsFingers(page, 'connected accounts')
    }
    const { providers: joined, uid } = await ada.api.auth.loggedin({ token: ada.token })
    expect([joined, uid]).toEqual([[id], ada.uid])
  })

  test(`${name}: a guest keeps the boards by it, and finds them elsewhere`, async ({ people, visit }) => {
    const page = await people.visitor()
    const { login, dashboard, account, there } = pagesOf(page)
    await visit(page, '/login')
    await login.comeInAsGuest('Nora')
    await dashboard.shown()
    await dashboard.newBoard()
    await expect(page).toHaveURL(/\/app\/whiteboard\?w=/)
    await visit(page, '/dashboard')
    await dashboard.rename('Untitled board', 'Nora’s plan')
    await account.openSettings()
    const person = { sub: `nora-${id}`, email: people.freshEmail('nora'), email_verified: 'true' }
    await continueWith(page)
    await there.letIn(person)
    await expect(connected(page)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Keep your work' })).toBeHidden()

    const elsewhere = await people.visitor()
    await visit(elsewhere, '/login')
    await continueWith(elsewhere)
    await new ProviderPage(elsewhere).letIn(person)
    await expect(new DashboardPage(elsewhere).board('Nora’s plan')).toBeVisible()
  })
}

test('another provider proves an account, too; an invitation waits until then', async ({ people, visit }) => {
  const owner = await people.member('Olga')
  const wid = await people.space(owner, 'Studio')
  const { token } = await owner.api.space.inviteLink({ query: { wid, role: 'viewer' } })
  const email = people.freshEmail('bea')
  const page = await people.visitor()
  const { dashboard, there, account, login } = pagesOf(page)
  await visit(page, '/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await there.letIn({ sub: 'bea-google', email, email_verified: 'true' })
  await dashboard.shown()
  await account.logOut()
  await login.shown()

  await visit(page, `/login?invite=${token}&w=${wid}`)
  await page.getByRole('button', { name: 'Continue with Apple' }).click()
  await there.letIn({ sub: 'bea-apple', email, email_verified: 'true' })
  await expect(page.getByText('You came with Apple, and an account')).toBeVisible()
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await there.letIn({ sub: 'bea-google' })
  await expect(page).toHaveURL(new RegExp(`/app/invite-loading\\?w=${wid}$`))
  await visit(page, '/userinfo')
  await expect(page.getByRole('button', { name: 'Disconnect Google' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Disconnect Apple' })).toBeVisible()
})

test('a return that this tab did not begin is refused, and whatever was begun elsewhere stays there', async ({
  people,
  visit,
}) => {
  const page = await people.visitor()
  const { there } = pagesOf(page)
  await visit(page, '/google-loading?code=made-up&state=made-up')
  await expect(page.getByText('This sign-in was not begun in this tab')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('userinfo'))).toBeNull()

  // An attacker's own way back, handed to somebody else.
  await visit(page, '/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  const stopped = page.waitForRequest((request) => request.url().includes('/app/google-loading?'))
  await page.route('**/app/google-loading?*', (route) => route.abort())
  await there.letIn({ sub: 'mallory' })
  const back = new URL((await stopped).url())
  const victim = await people.visitor()
  await victim.goto(back.href)
  await expect(victim.getByText('This sign-in was not begun in this tab')).toBeVisible()
  expect(await victim.evaluate(() => localStorage.getItem('userinfo'))).toBeNull()
})

plain('without providers, stand-ins on this machine say what they are', async ({ people, visit }) => {
  const page = await people.visitor()
  await page.setViewportSize(phone)
  await visit(page, '/login')
  await expect(page.getByText('Google (stand-in)')).toBeVisible()
  await expect(page.getByText('Stand-ins on this machine, as no provider is configured')).toBeVisible()
  await expectAccessible(page, 'the login page with stand-ins')
  await expectFitsFingers(page, 'the login page with stand-ins')
  await page.getByRole('button', { name: 'Continue with the stand-in for Apple' }).click()
  await expect(page.getByRole('heading', { name: 'Stand-in for Apple' })).toBeVisible()
  await expect(page.getByText('This is not Apple.')).toBeVisible()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByText('Apple says that the sign-in was cancelled.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await page.getByRole('button', { name: 'Continue with the stand-in for Apple' }).click()
  await page.getByLabel('Name').fill('Grace')
  await page.getByRole('button', { name: 'Continue to Tavla' }).click()
  await new DashboardPage(page).shown()
})
