import { SocialProvider } from '@tavla/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { getCode, person } from '../../testing/as.ts'
import { engineNames } from '../../testing/databases.ts'
import type { Forgery } from '../../testing/openid-server.ts'
import { signInAt } from '../../testing/openid-visit.ts'
import { type SocialWorld, socialWorld } from '../../testing/social-world.ts'

const kinds = engineNames.flatMap((engine) =>
  SocialProvider.options.map((provider) => ({ engine, provider })),
)
const who = { sub: 'mallory', email: 'mallory@example.com', email_verified: true }

/** ID tokens that a provider must not have made, or not for this sign-in. */
const forgeries: readonly (readonly [name: string, Forgery])[] = [
  ['another nonce', { claims: { nonce: 'of-another-sign-in' } }],
  ['no nonce', { claims: { nonce: undefined } }],
  ['another issuer', { claims: { iss: 'https://evil.example.com' } }],
  ['another audience', { claims: { aud: 'another-client' } }],
  ['several audiences and another party', { claims: { aud: ['tavla-tests', 'x'], azp: 'x' } }],
  ['a time that is over', { claims: { exp: 1_000_000_000 } }],
  ['no subject', { claims: { sub: undefined } }],
  ['an empty subject', { claims: { sub: '' } }],
  ['a subject longer than any', { claims: { sub: 's'.repeat(300) } }],
  ['no signature', { signing: 'none' }],
  ['the signature of another key', { signing: 'other-key' }],
]

describe.each(kinds)('a hostile return from $provider on $engine', ({ engine, provider }) => {
  let world: SocialWorld
  beforeAll(async () => {
    world = await socialWorld(provider, engine)
    await person(world.server, 'First')
  })
  afterEach(() => world.provider.forge(null))
  afterAll(() => world.stop())

  const back = async () => signInAt((await world.start()).url, who)
  const accounts = async () =>
    Number(
      (
        await world.server.app.db.sql
          .selectFrom('accounts')
          .select(({ fn }) => fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    )

  it.each(forgeries)('with %s makes and opens nothing', async (_name, forgery) => {
    const before = await accounts()
    const there = await back()
    world.provider.forge(forgery)
    expect(await getCode(world.finish(there))).toBe(4017)
    expect(await accounts()).toBe(before)
  })

  it('with a state that was invented, changed, of another provider or too old is refused', async () => {
    const { code = '', state = '' } = await back()
    const refused = async (tried: string) =>
      expect(await getCode(world.finish({ code, state: tried }))).toBe(4017)
    await refused('o_made-up')
    await refused(`${state}x`)
    await refused(state.slice(0, -1))
    expect(await getCode(world.finish({ code }))).toBe(4000)
    expect(await getCode(world.finish({ state }))).toBe(4000)
    const other = { hash: 'h', provider: provider === 'google' ? 'office' : 'google' } as const
    await world.server.app.db.sql.updateTable('social_states').set({ provider: other.provider }).execute()
    await refused(state)

    const late = await back()
    world.server.clock.advance(10 * 60_000)
    expect(await getCode(world.finish(late))).toBe(4017)
  })

  it('works once: state and code cannot be reused, also concurrently', async () => {
    const there = await back()
    const tries = await Promise.all([1, 2, 3, 4].map(() => getCode(world.finish(there))))
    expect(tries.toSorted()).toEqual([200, 4017, 4017, 4017])
    // The code with a state of its own.
    const { state } = await world.start()
    expect(await getCode(world.finish({ ...there, state }))).toBe(4017)
  })

  it('with the code of another sign-in is refused, since its verifier and nonce differ', async () => {
    const [mine, theirs] = [await back(), await back()]
    expect(await getCode(world.finish({ ...mine, code: theirs['code'] ?? '' }))).toBe(4017)
    expect(await getCode(world.finish({ ...theirs, code: 'made-up' }))).toBe(4017)
  })

  it('that names another issuer is refused before the code is sent to anybody', async () => {
    const there = await back()
    expect(await getCode(world.finish({ ...there, iss: 'https://evil.example.com' }))).toBe(4017)
  })

  it('redirects only to the return URL', async () => {
    const { url } = await world.start()
    const elsewhere = new URL(url)
    elsewhere.searchParams.set('redirect_uri', 'https://evil.example.com/app/google-loading')
    await expect(signInAt(elsewhere.href, who)).rejects.toThrow('The provider answered 400')
    const asked = await fetch(
      `${world.server.url}/api/user/login/${provider}?returnTo=https://evil.example.com&redirect_uri=https://evil.example.com`,
      { headers: { host: 'evil.example.com', 'x-forwarded-host': 'evil.example.com' } },
    )
    const { data } = (await asked.json()) as { data: { url: string } }
    expect(new URL(data.url).searchParams.get('redirect_uri')).toBe(
      `https://tavla.example.com/app/${provider}-loading`,
    )
  })

  it('that was cancelled says so and contains no code', async () => {
    const there = await signInAt((await world.start()).url, null)
    expect(there['error']).toBe('access_denied')
    expect(there).not.toHaveProperty('code')
  })

  it('from a failing provider is a server error, reported apart, and creates no account', async () => {
    const before = await accounts()
    const there = await back()
    world.provider.breakDown(true)
    await expect(world.finish(there)).rejects.toMatchObject({ code: 5000, data: { reason: 'social' } })
    world.provider.breakDown(false)
    expect(await accounts()).toBe(before)
  })

  it('leaves nothing usable in the database or the log', async () => {
    const { url, state } = await world.start()
    const there = await signInAt(url, who)
    const query = new URL(url).searchParams
    const rows = JSON.stringify(
      await world.server.app.db.sql.selectFrom('social_states').selectAll().execute(),
    )
    const { token } = await world.finish(there)
    const log = world.server.log.join('\n')
    for (const secret of [state, query.get('nonce'), there['code'], token, who.email, who.sub]) {
      expect(rows).not.toContain(secret)
      expect(log).not.toContain(secret)
    }
  })

  it('is deleted when it expires', async () => {
    await world.start()
    world.server.clock.advance(3_600_000)
    await world.server.cleanup()
    for (const table of ['social_states', 'social_links'] as const)
      expect(await world.server.app.db.sql.selectFrom(table).selectAll().execute()).toEqual([])
  })
})

describe('Apple’s form', () => {
  let world: SocialWorld
  beforeAll(async () => {
    world = await socialWorld('apple', 'sqlite')
  })
  afterAll(() => world.stop())

  const post = (fields: Record<string, string>) =>
    fetch(`${world.server.url}/app/apple-loading`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })

  it('is redirected to the same URL, whatever it contains', async () => {
    const sent = await post({ code: 'a&b=c', state: 's#t', user: '{"name":', extra: 'x' })
    expect([sent.status, sent.headers.get('location')]).toEqual([
      303,
      '/app/apple-loading?code=a%26b%3Dc&state=s%23t',
    ])
    const off = await post({ error: 'user_cancelled_authorize', state: 's' })
    expect(off.headers.get('location')).toBe('/app/apple-loading?state=s&error=user_cancelled_authorize')
    expect(
      (await post({ code: '//evil.example.com', state: 'https://evil.example.com' })).headers.get('location'),
    ).toMatch(/^\/app\/apple-loading\?/)
  })

  it('gives a name to nobody else’s sign-in', async () => {
    const { url, state } = await world.start()
    const user = (firstName: unknown) => JSON.stringify({ name: { firstName, lastName: 'X' } })
    await post({ state: 'o_unknown', user: user('Eve') })
    await post({ state, user: user({ deep: true }) })
    await post({ state, user: user('x'.repeat(3_000)) })
    const { user: made } = await world.finish(await signInAt(url, { sub: 'long-name' }))
    expect(made.name).toBe('x'.repeat(60))
  })
})
