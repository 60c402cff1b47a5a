import { MantineProvider } from '@mantine/core'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SignInForm } from './sign-in-form.tsx'

const texts = {
  common: { fields: { email: { label: 'Email', invalid: 'No address' }, password: { short: 'Too short' } } },
  errors: { 4006: 'Wrong e-mail or password' },
  login: { password: 'Password', signIn: 'Sign in', remember: 'Stay' },
}

const user = {
  uid: 'u1',
  email: 'ada@example.org',
  name: 'Ada',
  photo: null,
  kind: 'full',
  occupation: null,
  staffNum: null,
  trade: null,
  lang: 'en',
  role: 'user',
  createdAt: '2026-01-01T00:00:00Z',
  emailVerified: true,
  hasPassword: true,
  providers: [],
  guide: {},
  freeClick: false,
}

let response: unknown
const requests: { address: string; body: unknown }[] = []
let unmount = () => {}

beforeEach(async () => {
  localStorage.clear()
  requests.length = 0
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    requests.push({ address, body: JSON.parse(String(init.body)) })
    return Response.json(response)
  })
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: texts }, defaultNS: 'common' })
})

afterEach(() => {
  unmount()
  vi.unstubAllGlobals()
})

function renderForm(onSignedIn: (next: string) => void) {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  root.render(
    <MantineProvider env="test">
      <SignInForm onSignedIn={onSignedIn} />
    </MantineProvider>,
  )
  unmount = () => {
    root.unmount()
    container.remove()
  }
}

async function submitForm(email: string, password: string) {
  await userEvent.fill(page.getByLabelText('Email'), email)
  await userEvent.fill(page.getByLabelText('Password').first(), password)
  await userEvent.click(page.getByRole('button', { name: 'Sign in' }))
}

it('shows the error at the field and sends nothing', async () => {
  renderForm(() => undefined)
  await submitForm('ada', '')
  await expect.element(page.getByText('No address')).toBeVisible()
  expect(requests).toEqual([])
})

it('removes the error once the field is corrected', async () => {
  renderForm(() => undefined)
  await submitForm('ada', 'secret')
  await userEvent.fill(page.getByLabelText('Email'), 'ada@example.org')
  await expect.element(page.getByText('No address')).not.toBeInTheDocument()
})

it('stores the account and returns the next URL', async () => {
  response = { code: 200, data: { token: 't1', user } }
  const next = vi.fn()
  renderForm(next)
  await submitForm('ada@example.org', 'correct horse')
  await expect.poll(() => next.mock.calls).toEqual([['/dashboard']])
  expect(requests).toMatchObject([
    {
      address: '/api/user/login',
      body: { email: 'ada@example.org', password: 'correct horse', remember: true },
    },
  ])
  expect(JSON.parse(localStorage.getItem('userinfo') ?? '')).toMatchObject({ token: 't1', uid: 'u1' })
  expect(localStorage.getItem('last_user_email')).toBe('ada@example.org')
})

it('prefills the last used email', async () => {
  localStorage.setItem('last_user_email', 'ada@example.org')
  renderForm(() => undefined)
  await expect.element(page.getByLabelText('Email')).toHaveValue('ada@example.org')
})
