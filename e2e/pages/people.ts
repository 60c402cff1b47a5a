import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Calls, Client, Role, User } from '../../packages/contract/src/index.ts'
import { getApi } from './api.ts'
import { mailedCode } from './inbox.ts'

export const password = 'a quiet nordic studio'

/** An account, and a browser context that is signed in to it. */
export interface Person {
  readonly name: string
  readonly email: string
  readonly uid: string
  readonly token: string
  readonly api: Client<Calls>
  readonly context: BrowserContext
  readonly page: Page
}

/** An account without a browser. */
export type Account = Pick<Person, 'uid' | 'email' | 'api'>

export interface People {
  /** An email address that no test has used yet. */
  freshEmail(name: string): string
  /** A new browser context that is not signed in. */
  visitor(options?: { readonly userAgent?: string; readonly locale?: string }): Promise<Page>
  /** Registers an account that a test needs but whose screen it never reads. */
  account(name: string): Promise<Account>
  /** The same for a guest. */
  guest(name: string): Promise<Account>
  /** Registers an account through the API and signs a browser in; `verified` also enters the emailed code. */
  member(name: string, options?: MemberOptions): Promise<Person>
  /** Another browser in which this person signs in. */
  otherBrowser(person: Person): Promise<Person>
  /** Creates a space and lets others in by role links. */
  space(owner: Person, name: string, others?: readonly (readonly [Person, GivenRole])[]): Promise<string>
}

interface MemberOptions {
  readonly verified?: boolean
  /** Caches the app for offline use as a real browser does; off by default to save time. */
  readonly cachesApp?: boolean
  /** Replaces the server's own URL. */
  readonly at?: string
}

type GivenRole = Exclude<Role, 'owner'>

let usedEmails = 0

export function createPeople(browser: Browser, origin: string, onPage: (page: Page) => void): People {
  const freshEmail = (name: string) => `${name.toLowerCase()}.${++usedEmails}@example.org`

  async function register(name: string) {
    const email = freshEmail(name)
    const body = { email, password, name }
    const { token, user } = await getApi(origin).auth.register({ query: { lang: 'en' }, body })
    return { email, token, user }
  }

  async function open(context: BrowserContext): Promise<Page> {
    context.on('page', onPage)
    return context.newPage()
  }

  async function signedIn(user: User, token: string, options: MemberOptions = {}): Promise<Person> {
    const stored = { name: 'userinfo', value: JSON.stringify({ ...user, token }) }
    const context = await browser.newContext({
      storageState: { cookies: [], origins: [{ origin: options.at ?? origin, localStorage: [stored] }] },
      serviceWorkers: options.cachesApp ? 'allow' : 'block',
    })
    const page = await open(context)
    const { name, uid, email } = user
    return { name, uid, email: email ?? '', token, api: getApi(origin, token), context, page }
  }

  return {
    freshEmail,
    visitor: async (options) => open(await browser.newContext({ ...options, serviceWorkers: 'block' })),
    async account(name) {
      const { email, token, user } = await register(name)
      return { uid: user.uid, email, api: getApi(origin, token) }
    },
    async guest(name) {
      const uid = `guest-${name.toLowerCase()}-${++usedEmails}-e2e`
      const { token, user } = await getApi(origin).auth.guestLogin({ query: { uid }, body: { name } })
      return { uid: user.uid, email: '', api: getApi(origin, token) }
    },
    async member(name, options = {}) {
      const { email, token, user } = await register(name)
      if (options.verified) {
        const code = await mailedCode(origin, email)
        await getApi(origin, token).user.setEmail({ query: { lang: 'en' }, body: { email, code } })
      }
      return signedIn(user, token, options)
    },
    async otherBrowser({ email }) {
      const { token, user } = await getApi(origin).auth.login({ body: { email, password } })
      return signedIn(user, token)
    },
    async space(owner, name, others = []) {
      const { wid } = await owner.api.space.create({ body: { name } })
      for (const [other, role] of others) {
        const { token } = await owner.api.space.inviteLink({ query: { wid, role } })
        await other.api.space.acceptInvite({ body: { token } })
      }
      return wid
    },
  }
}
