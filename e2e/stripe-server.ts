import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Page, Route } from '@playwright/test'
import { freePort, startServer, type TestServer } from './server.ts'

/** A server with PAYMENTS=stripe, and the simulator as its Stripe API. */
export interface StripeServer {
  readonly server: TestServer
  /** Routes Stripe.js and its API to local stand-ins, so that no request leaves this machine. */
  serveScript(page: Page): Promise<void>
  dispose(): Promise<void>
}

const secrets = {
  STRIPE_SECRET_KEY: 'sk_test_e2e',
  STRIPE_PUBLIC_KEY: 'pk_test_e2e',
  STRIPE_WEBHOOK_SECRET: 'whsec_e2e',
}

/** Starts both with test keys; the simulator answers over HTTP and sends signed webhooks. */
export async function startStripeServer(): Promise<StripeServer> {
  const port = await freePort()
  const providerUrl = `http://127.0.0.1:${port}`
  const env = { PAYMENTS: 'stripe', STRIPE_API_URL: providerUrl, ...secrets }
  const server = await startServer({ env })
  const options = {
    file: join(server.dataDir, 'provider.json'),
    port,
    webhookUrl: `${server.url}/api/subscription/webhook`,
    webhookSecret: secrets.STRIPE_WEBHOOK_SECRET,
  }
  const provider = spawn(
    process.execPath,
    ['packages/server/src/testing/payments/provider-main.ts', JSON.stringify(options)],
    { cwd: join(import.meta.dirname, '..'), stdio: ['pipe', 'pipe', 'ignore'] },
  )
  const exited = new Promise<void>((resolve) => provider.once('exit', () => resolve()))
  await Promise.race([
    new Promise<void>((resolve) => provider.stdout.once('data', () => resolve())),
    exited.then(() => Promise.reject(new Error('The payment provider ended before it was ready'))),
  ])

  const forward = async (route: Route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    const response = await fetch(`${providerUrl}${pathname}`, {
      method: 'POST',
      body: searchParams.get('body') ?? '',
    })
    await route.fulfill({
      status: response.status,
      headers: { 'access-control-allow-origin': '*' },
      contentType: 'application/json',
      body: await response.text(),
    })
  }

  return {
    server,
    async serveScript(page) {
      await page.route('https://js.stripe.com/**', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: script }),
      )
      await page.route('https://api.stripe.com/**', forward)
    },
    async dispose() {
      provider.kill('SIGKILL')
      await exited
      await server.dispose()
    },
  }
}

/**
 * The part of Stripe.js that the card form uses: a payment element, confirmation and 3-D Secure. Its requests have their
 * data in the URL, as Firefox’s driver shows no bodies.
 */
const script = `
window.Stripe = (key) => {
  const methods = {
    4242424242424242: 'pm_card_visa',
    4000002760003184: 'pm_card_authenticationRequired',
    4000000000000002: 'pm_card_chargeDeclined',
  }
  const send = async (path, body) => {
    const query = new URLSearchParams({ body: JSON.stringify(body) })
    const response = await fetch('https://api.stripe.com/' + path + '?' + query, { method: 'POST' })
    return response.json()
  }
  const result = ({ state }) =>
    state === 'done' ? {} : { error: { type: 'card_error', message: 'Stripe says: your card was declined.' } }
  const confirm = async ({ elements }) => {
    const { client_secret, input, holder } = elements
    const outcome = await send('card', { client_secret, method: methods[input.value.replace(/\\D/g, '')] })
    if (outcome.state !== 'authenticate') return result(outcome)
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'Complete authentication'
    holder.append(button)
    await new Promise((resolve) => button.addEventListener('click', resolve))
    button.remove()
    return result(await send('bank', { client_secret, approved: true }))
  }
  return {
    elements({ clientSecret, appearance }) {
      if (!key.startsWith('pk_test_') || !clientSecret || !appearance.theme) throw new Error('not configured')
      const own = { client_secret: clientSecret, input: document.createElement('input') }
      own.input.setAttribute('aria-label', 'Stripe card number')
      own.create = () => ({
        mount(holder) {
          own.holder = holder
          holder.append(own.input)
        },
      })
      return own
    },
    confirmPayment: confirm,
    confirmSetup: confirm,
  }
}
`
