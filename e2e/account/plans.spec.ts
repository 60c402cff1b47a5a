import type { Locator, Page } from '@playwright/test'
import { BoardChrome } from '../pages/board-chrome.ts'
import { dot } from '../pages/dot.ts'
import { DashboardPage } from '../pages/dashboard-page.ts'
import { LoginPage } from '../pages/login-page.ts'
import { createPeople, password } from '../pages/people.ts'
import { expect, test } from '../pages/test.ts'
import { startServer } from '../server.ts'

/** The purchase dialogs. */
class Checkout {
  readonly offer: Locator
  readonly cart: Locator
  readonly form: ReturnType<Page['frameLocator']>
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
    this.offer = page.getByRole('dialog', { name: 'Plans' })
    this.cart = page.getByRole('dialog', { name: 'Your order' })
    this.form = page.frameLocator('iframe[title="Card payment"]')
  }

  async pay(card: string): Promise<void> {
    await this.form.getByLabel('Card number').fill(card)
    await this.form.getByRole('button', { name: /^(Pay|Save)/ }).click()
  }

  /** Continues after the payment: offer and cart close, the page stays. */
  async goOn(plan: string): Promise<void> {
    const done = this.#page.getByRole('dialog', { name: `You’re on ${plan}` })
    await done.getByRole('button', { name: 'Continue' }).click()
    await expect(done).toBeHidden()
    await expect(this.offer).toBeHidden()
    await expect(this.cart).toBeHidden()
  }
}

const cards = {
  good: '4242 4242 4242 4242',
  asksBank: '4000 0027 6000 3184',
  declined: '4000 0000 0000 0002',
}

test('a limit leads to the offer, a year is bought after a declined card and the bank, and work goes on', async ({
  people,
  visit,
}) => {
  const ada = await people.member('Ada')
  const { page } = ada
  for (const name of ['One', 'Two', 'Three']) await people.space(ada, name)
  await visit(page, '/dashboard')
  const dashboard = new DashboardPage(page)
  await expect(dashboard.board('Three')).toBeVisible()
  await dashboard.newBoard()
  const checkout = new Checkout(page)
  await expect(dashboard.toast).toContainText('You’ve reached a plan limit')
  await expect(checkout.offer).toContainText('Your plan includes 3 boards, and you have 3.')
  await expect(checkout.offer.getByText('Up to 50 members per board')).toBeVisible()
  await checkout.offer.getByRole('button', { name: 'Choose Pro' }).click()

  // Opening the cart closes the offer; the yearly plan is selected.
  await expect(checkout.offer).toBeHidden()
  await expect(checkout.cart.getByRole('radio', { name: 'Yearly' })).toBeChecked()
  await checkout.cart.getByLabel('Seats').fill('2')
  await expect(checkout.cart.getByTestId('amount')).toHaveText('€120.00')
  await checkout.cart.getByLabel('Promo code').fill('NOTHING')
  await checkout.cart.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(checkout.cart.getByLabel('Promo code')).toHaveAttribute('aria-invalid', 'true')
  await checkout.cart.getByLabel('Promo code').fill('WELCOME20')
  await checkout.cart.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(checkout.cart.getByTestId('amount')).toHaveText('€96.00')

  await checkout.pay(cards.declined)
  await expect(checkout.form.getByRole('alert')).toHaveText('The card was declined. Try another card.')
  await checkout.pay(cards.asksBank)
  await checkout.form.getByRole('button', { name: 'Decline' }).click()
  await expect(checkout.form.getByRole('alert')).toContainText('The bank didn’t confirm')
  await checkout.pay(cards.asksBank)
  await checkout.form.getByRole('button', { name: 'Confirm payment' }).click()
  await checkout.goOn('Pro')

  await expect(page).toHaveURL(/\/app\/dashboard/)
  await dashboard.newBoard()
  await expect(page).toHaveURL(/\/app\/whiteboard/)
})

test('a seat is asked for and bought at the price shown before; a plan is changed, cancelled, resumed', async ({
  people,
  visit,
}) => {
  const bo = await people.member('Bo')
  const { page } = bo
  await visit(page, '/userinfo#plan')
  await page.getByRole('button', { name: 'See plans' }).click()
  const checkout = new Checkout(page)
  await checkout.offer.getByText('Monthly', { exact: true }).click()
  await checkout.offer.getByRole('button', { name: 'Choose Pro' }).click()
  await expect(checkout.cart.getByTestId('amount')).toHaveText('€6.00')
  await checkout.cart.getByRole('button', { name: 'Continue to payment' }).click()
  await checkout.pay(cards.good)
  await checkout.goOn('Pro')

  const plan = page.locator('#plan')
  await expect(plan.getByText('Next payment: €6.00')).toBeVisible()
  await expect(plan.getByRole('row').nth(1)).toContainText('€6.00')

  // Di finds the board full and requests access; Bo sees the price, and paying lets Di in.
  const wid = await people.space(bo, 'Harbour')
  const { token } = await bo.api.space.inviteLink({ query: { wid, role: 'editor' } })
  const di = await people.member('Di')
  await visit(di.page, `/invite-loading?w=${wid}&invite=${token}`)
  await di.page.getByRole('button', { name: 'Open the board' }).click()
  await di.page.getByRole('link', { name: 'Ask for a seat' }).click()
  await di.page.getByRole('button', { name: 'Ask for a seat' }).click()
  await visit(page, `/whiteboard?w=${wid}#members`)
  await page.getByRole('button', { name: 'See the price of a seat' }).click()
  await expect(checkout.cart).toContainText('Di asks for a seat.')
  await expect(checkout.cart.getByText('Due now').locator('..')).toContainText('€6.00')
  await expect(checkout.cart).toContainText('Next payment: €12.00 on')
  await checkout.cart.getByRole('button', { name: 'Confirm change' }).click()
  await expect(page.getByText('Di has a seat and is on the board now.')).toBeVisible()
  await checkout.goOn('Pro')
  await expect(page).toHaveURL(/whiteboard/)
  await expect(di.page).toHaveURL(/whiteboard/)

  await visit(page, '/userinfo#plan')
  await plan.getByRole('button', { name: 'Change plan or seats' }).click()
  await checkout.offer.getByText('Monthly', { exact: true }).click()
  await checkout.offer.getByRole('button', { name: 'Choose Team' }).click()
  await checkout.cart.getByLabel('Seats').fill('3')
  // Prorated: the unused part of a year's 12 months minus the unused part of the month just paid.
  await expect(checkout.cart.getByText('Due now').locator('..')).toContainText(/€1[78]\.\d\d/)
  const due = (await checkout.cart.getByTestId('amount').last().textContent()) ?? ''
  await checkout.cart.getByRole('button', { name: 'Confirm change' }).click()
  await checkout.goOn('Team')
  await expect(plan.getByText('2 of 3 seats used')).toBeVisible()
  await expect(plan.getByRole('row').nth(1)).toContainText(due)

  await plan.getByRole('button', { name: 'Cancel plan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel plan' }).click()
  await expect(plan.getByText('Your plan ends on')).toBeVisible()
  await visit(page, '/dashboard')
  await expect(page.getByRole('button', { name: /Your plan: Team \d+ days left/ })).toBeVisible()
  await visit(page, '/userinfo#plan')
  await plan.getByRole('button', { name: 'Resume plan' }).click()
  await expect(plan.getByText('Next payment: €30.00')).toBeVisible()
  await plan.getByRole('button', { name: 'New card' }).click()
  await checkout.pay(cards.good)
  await expect(page.getByTestId('toast')).toHaveText(/Card saved/)
})

test('a plan that ended opens the offer by itself until one goes on with the free plan', async ({
  people,
  visit,
}) => {
  const cy = await people.member('Cy')
  const { page } = cy
  await visit(page, '/dashboard?type=subexpired')
  const checkout = new Checkout(page)
  await checkout.offer.getByRole('button', { name: 'Stay on Free and don’t ask again' }).click()
  await expect(checkout.offer).toBeHidden()
  await expect(page.getByText('Your plan has ended')).toBeVisible()
  const wid = await people.space(cy, 'One')
  for (const name of ['Two', 'Three']) await people.space(cy, name)
  await visit(page, '/dashboard?type=subexpired')
  const dashboard = new DashboardPage(page)
  await expect(dashboard.board('Three')).toBeVisible()
  await dashboard.newBoard()
  // From now on the offer opens on request only: from the toast, the plan badge and a refused upload.
  await expect(dashboard.toast).toContainText('You’ve reached a plan limit')
  await expect(checkout.offer).toBeHidden()
  await dashboard.toast.getByRole('button', { name: 'See plans' }).click()
  await expect(checkout.offer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(checkout.offer).toBeHidden()
  await page.getByRole('button', { name: /Your plan/ }).click()
  const badge = page.getByRole('dialog').filter({ hasText: 'days of version history' })
  await expect(badge).toContainText('0 of 300 voice minutes used this month')
  await badge.getByRole('button', { name: 'See plans' }).click()
  await expect(checkout.offer).toBeVisible()

  await visit(page, `/whiteboard?w=${wid}`)
  const reserved = { wid, filename: 'a.pdf', type: 'application/pdf', filesize: 20 * 2 ** 20 }
  for (let part = 0; part < 10; part++) await cy.api.file.upload({ query: reserved })
  await new BoardChrome(page).bring([{ name: 'dot.png', mimeType: 'image/png', buffer: dot }])
  const prompt = page.getByRole('dialog', { name: 'Storage full' })
  await expect(prompt).toContainText('Your storage is full.')
  await expect(prompt).toContainText('200 MiB of 200 MiB used')
  await prompt.getByRole('button', { name: 'See plans' }).click()
  await expect(prompt).toBeHidden()
  await expect(checkout.offer).toBeVisible()
})

test('a guest at a limit creates an account and goes on where they were', async ({ people, visit }) => {
  const page = await people.visitor()
  await visit(page, '/login')
  await new LoginPage(page).comeInAsGuest('Nora')
  const dashboard = new DashboardPage(page)
  await expect(page).toHaveURL(/\/app\/whiteboard\?w=/)
  await visit(page, '/dashboard?filter=mine')
  await expect(dashboard.board('Untitled board')).toBeVisible()

  await dashboard.newBoard()
  await expect(dashboard.toast).toContainText('Guests can’t do this.')
  await dashboard.toast.getByRole('button', { name: 'Create account' }).click()
  await page.getByLabel('Email').fill(people.freshEmail('nora'))
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(dashboard.toast).toContainText('Welcome! You kept all your boards.')
  await expect(page).toHaveURL(/\/app\/dashboard\?filter=mine$/)
  await dashboard.newBoard()
  await expect(page).toHaveURL(/\/app\/whiteboard\?w=/)
})

test('where nothing is for sale, limits are said without an offer, and without limits there is no plan', async ({
  browser,
  watch,
}) => {
  const off = await startServer({ env: { PAYMENTS: 'off' } })
  try {
    const ada = await createPeople(browser, off.url, watch).member('Ada')
    for (const name of ['One', 'Two', 'Three']) await ada.api.space.create({ body: { name } })
    const { page } = ada
    await page.goto(`${off.url}/app/dashboard`)
    const dashboard = new DashboardPage(page)
    await dashboard.newBoard()
    const { offer } = new Checkout(page)
    await expect(dashboard.toast).toContainText('You’ve reached a plan limit')
    await expect(page.getByRole('button', { name: 'See plans' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Choose/ })).toHaveCount(0)
    await expect(offer.getByText('€')).toHaveCount(0)
  } finally {
    await off.dispose()
  }
  const unlimited = await startServer({ env: { LIMITS: 'none' } })
  try {
    const { page } = await createPeople(browser, unlimited.url, watch).member('Bo')
    await page.goto(`${unlimited.url}/app/dashboard`)
    await expect(new DashboardPage(page).list).toContainText('Create your first board')
    await expect(page.getByRole('button', { name: /Your plan/ })).toHaveCount(0)
    await page.goto(`${unlimited.url}/app/userinfo`)
    await expect(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Plan and payments' })).toHaveCount(0)
  } finally {
    await unlimited.dispose()
  }
})
