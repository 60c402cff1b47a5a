import { MantineProvider } from '@mantine/core'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SignInForm } from './sign-in-form.tsx'

const words = {
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

let answer: unknown
const sent: { address: string; body: unknown }[] = []
let unmount = () => {}

beforeEach(async () => {
  localStorage.clear()
  sent.length = 0
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    sent.push({ address, body: JSON.parse(String(init.body)) })
    return Response.json(answer)
  })
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: words }, defaultNS: 'common' })
})

afterEach(() => {
  unmount()
  vi.unstubAllGlobals()
})

function show(onSignedIn: (next: string) => void) {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(
    <MantineProvider env="test">
      <SignInForm onSignedIn={onSignedIn} />
    </MantineProvider>,
  )
  unmount = () => {
    root.unmount()
    place.remove()
  }
}

async function fill(email: string, password: string) {
  await userEvent.fill(page.getByLabelText('Email'), email)
  await userEvent.fill(page.getByLabelText('Password').first(), password)
  await userEvent.click(page.getByRole('button', { name: 'Sign in' }))
}

it('says beside the field what is wrong and sends nothing', async () => {
  show(() => undefined)
  await fill('ada', '')
  await expect.element(page.getByText('No address')).toBeVisible()
  expect(sent).toEqual([])
})

it('takes the complaint back while one mends it', async () => {
  show(() => undefined)
  await fill('ada', 'secret')
  await userEvent.fill(page.getByLabelText('Email'), 'ada@example.org')
  await expect.element(page.getByText('No address')).not.toBeInTheDocument()
})

it('stores who signed in and says where to go', async () => {
  answer = { code: 200, data: { token: 't1', user } }
  const next = vi.fn()
  show(next)
  await fill('ada@example.org', 'correct horse')
  await expect.poll(() => next.mock.calls).toEqual([['/dashboard']])
  expect(sent).toMatchObject([
    {
      address: '/api/user/login',
      body: { email: 'ada@example.org', password: 'correct horse', remember: true },
    },
  ])
  expect(JSON.parse(localStorage.getItem('userinfo') ?? '')).toMatchObject({ token: 't1', uid: 'u1' })
  expect(localStorage.getItem('last_user_email')).toBe('ada@example.org')
})

it('starts with the address used last', async () => {
  localStorage.setItem('last_user_email', 'ada@example.org')
  show(() => undefined)
  await expect.element(page.getByLabelText('Email')).toHaveValue('ada@example.org')
})
