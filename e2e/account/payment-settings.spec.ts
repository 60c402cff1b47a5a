import { DashboardPage } from '../pages/dashboard-page.ts'
import { expect, onceAWorker, test as base } from '../pages/test.ts'
import { startServer } from '../server.ts'
import { startStripeServer, type StripeServer } from '../stripe-server.ts'

const stripeTest = base.extend<object, { stripe: StripeServer }>({
  stripe: [onceAWorker(startStripeServer), { scope: 'worker' }],
  server: async ({ stripe }, use) => use(stripe.server),
})

stripeTest(
  'PAYMENTS=stripe shows Stripe’s card form: declined card, 3-D Secure, plan by webhook, new card',
  async ({ people, visit, stripe }) => {
    const { page } = await people.member('Ada')
    await stripe.serveScript(page)
    // The first attempt to load the script fails; Stripe's loader makes two requests.
    await page.route('https://js.stripe.com/**', (route) => route.abort(), { times: 2 })
    await visit(page, '/userinfo#plan')
    await page.getByRole('button', { name: 'See plans' }).click()
    await page.getByRole('dialog', { name: 'Plans' }).getByRole('button', { name: 'Choose Pro' }).click()
    const cart = page.getByRole('dialog', { name: 'Your order' })
    await cart.getByRole('button', { name: 'Continue to payment' }).click()
    const form = page.frameLocator('iframe[title="Card payment"]')
    await form.getByRole('button', { name: 'Try again' }).click()
    const card = form.getByRole('textbox', { name: 'Stripe card number' })
    await card.fill('4000 0000 0000 0002')
    // The sandbox form must not be there.
    await expect(form.getByLabel('Card number', { exact: true })).toHaveCount(0)
    await form.getByRole('button', { name: 'Pay €60.00' }).click()
    await expect(form.getByRole('alert')).toHaveText('Stripe says: your card was declined.')
    await card.fill('4000 0027 6000 3184')
    await form.getByRole('button', { name: 'Pay €60.00' }).click()
    await form.getByRole('button', { name: 'Complete authentication' }).click()
    // Only the signed webhook activates the plan.
    await page
      .getByRole('dialog', { name: 'You’re on Pro' })
      .getByRole('button', { name: 'Continue' })
      .click()
    const plan = page.locator('#plan')
    await expect(plan.getByText('Next payment: €60.00')).toBeVisible()
    await expect(plan.getByRole('row').nth(1)).toContainText('€60.00')
    await plan.getByRole('button', { name: 'New card' }).click()
    await card.fill('4242 4242 4242 4242')
    await form.getByRole('button', { name: 'Save card' }).click()
    await expect(page.getByTestId('toast')).toHaveText(/Card saved/)
  },
)

const cases = {
  'LIMITS=none shows no plan and no offer': { LIMITS: 'none' },
  'PAYMENTS=off shows limits and no offer': { PAYMENTS: 'off' },
}

for (const [name, env] of Object.entries(cases)) {
  const test = base.extend({
    server: async ({}, use) => {
      const own = await startServer({ env })
      await use(own)
      await own.dispose()
    },
  })

  test(name, async ({ people, visit }) => {
    const isLimited = 'PAYMENTS' in env
    const ada = await people.member('Ada')
    const { page } = ada
    for (const board of ['One', 'Two', 'Three']) await people.space(ada, board)
    await visit(page, '/dashboard?type=subexpired')
    const dashboard = new DashboardPage(page)
    await expect(dashboard.board('Three')).toBeVisible()
    const badge = page.getByRole('button', { name: /Your plan/ })
    if (isLimited) {
      await badge.click()
      await expect(page.getByText('Your plan includes 3 boards, and you have 3.').first()).toBeVisible()
      await page.keyboard.press('Escape')
      await dashboard.newBoard()
      await expect(dashboard.toast).toContainText('You’ve reached a plan limit')
      await expect(dashboard.toast.getByRole('button', { name: 'See plans' })).toHaveCount(0)
    } else {
      await expect(badge).toHaveCount(0)
      await dashboard.newBoard()
      await expect(page).toHaveURL(/\/app\/whiteboard/)
    }
    await expect(page.getByRole('dialog', { name: 'Plans' })).toHaveCount(0)
    await visit(page, '/userinfo')
    await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Plan and payments' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'See plans' })).toHaveCount(0)
  })
}
