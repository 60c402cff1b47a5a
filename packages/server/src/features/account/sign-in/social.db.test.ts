import { SocialProvider } from '@tavla/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getCode, guest, PASSWORD, person } from '../../../testing/as.ts'
import { engineNames } from '../../../testing/databases.ts'
import { signInAt } from '../../../testing/openid-visit.ts'
import { type SocialWorld, socialWorld } from '../../../testing/social-world.ts'

const kinds = engineNames.flatMap((engine) =>
  SocialProvider.options.map((provider) => ({ engine, provider })),
)

/** Whose word on an address counts. */
const checksAddresses: ReadonlySet<SocialProvider> = new Set(['google', 'apple'])

const getLink = (refusal: unknown): string =>
  (refusal as { readonly data: { readonly link: string } }).data.link
const getRefusal = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => Promise.reject(new Error('nothing was refused')),
    (error: unknown) => error,
  )

describe.each(kinds)('signing in with $provider on $engine', ({ engine, provider }) => {
  let world: SocialWorld
  const anyone = () => world.server.as(null)
  beforeAll(async () => {
    world = await socialWorld(provider, engine)
    await person(world.server, 'First')
  })
  afterAll(() => world.stop())

  it('is offered only for providers with credentials', async () => {
    const { providers, standIns } = await anyone().auth.config()
    expect({ providers, standIns }).toEqual({ providers: [provider], standIns: [] })
    const { auth } = anyone()
    const start = { google: auth.startOffice, office: auth.startGoogle, facebook: auth.startApple }
    expect(
      await getCode((start as Record<string, typeof auth.startGoogle>)[provider]?.() ?? auth.startGoogle()),
    ).toBe(4004)
  })

  it('requests with code, PKCE, state and nonce, and returns to its own page only', async () => {
    const { url, state } = await world.start()
    const query = new URL(url).searchParams
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: 'code',
      state,
      code_challenge_method: 'S256',
      redirect_uri: `https://tavla.example.com/app/${provider}-loading`,
      ...(provider === 'apple' ? { response_mode: 'form_post' } : {}),
    })
    expect(query.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    expect(query.get('nonce')).toMatch(/^[\w-]{43}$/)
    expect(query.get('scope')).toContain('openid')
  })

  it('creates an account the first time and finds it the second, even if the address changed', async () => {
    const who = { sub: 'u-1', email: 'Nova@Example.com', email_verified: true, name: 'Nova Lund' }
    const first = await world.signIn(who)
    expect(first.user).toMatchObject({
      email: 'nova@example.com',
      emailVerified: checksAddresses.has(provider),
      name: 'Nova Lund',
      kind: 'full',
      role: 'user',
      hasPassword: false,
      providers: [provider],
    })
    // Changed at the provider, and even to one that is somebody else's here.
    for (const email of ['new@example.com', 'first@example.com']) {
      const again = await world.signIn({ ...who, email })
      expect(again.user).toEqual(first.user)
      expect(again.token).not.toBe(first.token)
    }
  })

  it('lasts a day, or thirty on request', async () => {
    const who = { sub: 'stays' }
    const short = await world.signIn(who)
    const long = await world.signIn(who, null, { remember: '1' })
    world.server.clock.advance(2 * 86_400_000)
    expect(await getCode(anyone().auth.loggedin({ token: short.token }))).toBe(4001)
    expect(await getCode(anyone().auth.loggedin({ token: long.token }))).toBe(200)
  })

  it('treats an address as verified only if the provider does', async () => {
    const { user } = await world.signIn({ sub: 'u-2', email: 'odd@example.com', email_verified: false })
    expect(user).toMatchObject({ email: 'odd@example.com', emailVerified: false, name: 'odd' })
    const none = await world.signIn({ sub: 'u-3', name: 'No address' })
    expect(none.user).toMatchObject({ email: null, emailVerified: false, name: 'No address' })
    const bad = await world.signIn({ sub: 'u-4', email: 'no address', name: 'Bad address' })
    expect(bad.user.email).toBeNull()
    expect(await getCode(world.server.as(bad.token).user.sendDeleteCode())).toBe(4000)
  })

  it('never links accounts by address: the owner of both signs in with the password once', async () => {
    const ada = await person(world.server, 'Ada', { verified: false })
    const who = { sub: 'ada-there', email: ada.email, email_verified: true, name: 'Ada' }
    const refusal = await getRefusal(world.signIn(who))
    expect(refusal).toMatchObject({ code: 4010 })
    const link = getLink(refusal)
    const login = (email: string, password: string, proof = link) =>
      anyone().auth.login({ body: { email, password, link: proof } })

    expect(await getCode(login(ada.email, 'not it'))).toBe(4006)
    expect(await getCode(login(ada.email, PASSWORD, 'k_made-up'))).toBe(4017)
    // Good for the account with that address and nobody else's.
    expect(await getCode(login('first@example.com', PASSWORD))).toBe(4017)
    expect((await ada.call.user.info({ query: { uid: ada.uid } })) as object).toMatchObject({ providers: [] })

    const { user } = await login(ada.email, PASSWORD)
    expect(user).toMatchObject({
      uid: ada.uid,
      providers: [provider],
      emailVerified: checksAddresses.has(provider),
    })
    expect(await getCode(login(ada.email, PASSWORD))).toBe(4017)
    expect((await world.signIn({ ...who, email: 'elsewhere@example.com' })).user.uid).toBe(ada.uid)
  })

  it('keeps a pending link for a quarter of an hour', async () => {
    const late = await person(world.server, 'Late')
    const link = getLink(await getRefusal(world.signIn({ sub: 'late', email: late.email })))
    world.server.clock.advance(15 * 60_000)
    expect(
      await getCode(anyone().auth.login({ body: { email: late.email, password: PASSWORD, link } })),
    ).toBe(4017)
  })

  it('never signs in to an account by a forwarded URL', async () => {
    const former = await world.signIn({ sub: 'former', email: 'desk@example.com', email_verified: true })
    const refusal = await getRefusal(
      world.signIn({ sub: 'successor', email: 'desk@example.com', email_verified: true }),
    )
    expect(refusal).toMatchObject({ code: 4010 })
    expect(await getCode(world.signIn({ sub: 'former', email: 'desk@example.com' }))).toBe(200)
    expect(former.user.providers).toEqual([provider])
  })

  it('removes access of someone who registered another’s address, once the owner proves it', async () => {
    const impostor = { sub: 'squatter', email: 'victim@example.com', email_verified: false }
    const taken = await world.signIn(impostor)
    await anyone().auth.forgetPassword({ body: { email: 'victim@example.com' } })
    await world.server.settle()
    const { id } = await world.server.app.db.sql
      .selectFrom('resets')
      .select('id')
      .where('uid', '=', taken.user.uid)
      .executeTakeFirstOrThrow()
    const token = world.server.app.cipher.token('r', 'reset', id)
    await anyone().auth.resetPassword({ body: { token, password: 'another good one' } })
    expect(await getCode(anyone().auth.loggedin({ token: taken.token }))).toBe(4001)
    expect(await getCode(world.signIn(impostor))).toBe(4010)
    const { user } = await anyone().auth.login({
      body: { email: 'victim@example.com', password: 'another good one' },
    })
    expect(user).toMatchObject({ uid: taken.user.uid, providers: [], emailVerified: true })
  })

  it('is linked by a signed-in person, unless it belongs to someone else', async () => {
    const bea = await person(world.server, 'Bea')
    const joined = await world.signIn({ sub: 'bea', email: 'bea@elsewhere.org' }, bea.token, {
      purpose: 'link',
    })
    expect(joined.user).toMatchObject({ uid: bea.uid, email: bea.email, providers: [provider] })
    // One session, under a new token.
    expect(await getCode(anyone().auth.loggedin({ token: bea.token }))).toBe(4001)
    expect((await world.server.as(joined.token).user.sessions()).total).toBe(1)

    const cai = await person(world.server, 'Cai')
    const link = { purpose: 'link' } as const
    expect(await getRefusal(world.signIn({ sub: 'bea' }, cai.token, link))).toMatchObject({
      code: 4010,
      data: { reason: 'identity' },
    })
    expect(await getRefusal(world.signIn({ sub: 'bea-2' }, joined.token, link))).toMatchObject({
      code: 4010,
      data: { reason: 'provider' },
    })
    expect((await world.signIn({ sub: 'bea' }, joined.token, link)).user.uid).toBe(bea.uid)
  })

  it('needs the right session for linking and upgrading, at both ends', async () => {
    const dan = await person(world.server, 'Dan')
    const eve = await person(world.server, 'Eve')
    const visitor = await guest(world.server, 'Visitor')
    const asked = (token: string | null, purpose: 'link' | 'upgrade') =>
      getCode(world.start(token, { purpose }))
    expect(await asked(null, 'link')).toBe(4000)
    expect(await asked(null, 'upgrade')).toBe(4000)
    expect(await asked(visitor.token, 'link')).toBe(4000)
    expect(await asked(dan.token, 'upgrade')).toBe(4000)
    for (const token of [null, eve.token, visitor.token]) {
      const { url } = await world.start(dan.token, { purpose: 'link' })
      const back = await signInAt(url, { sub: 'dan' })
      expect(await getCode(world.finish(back, token))).toBe(4017)
      // The state is used up, also for the right one.
      expect(await getCode(world.finish(back, dan.token))).toBe(4017)
    }
  })

  it('upgrades a guest to a full account with everything that is theirs', async () => {
    const nora = await guest(world.server, 'Nora')
    const { wid } = await nora.call.space.create({ body: { name: 'Nora’s plan' } })
    const who = { sub: 'nora', email: 'nora@example.com', email_verified: true, name: 'Nora N.' }
    const { token, user } = await world.signIn(who, nora.token, { purpose: 'upgrade' })
    expect(user).toMatchObject({
      uid: nora.uid,
      kind: 'full',
      name: 'Nora',
      email: 'nora@example.com',
      providers: [provider],
    })
    const mine = await world.server.as(token).space.list({ query: {} })
    expect(mine.list.map((space) => space.wid)).toEqual([wid])
    expect(await getCode(anyone().auth.loggedin({ token: nora.token }))).toBe(4001)
    const back = await anyone().auth.guestLogin({ query: { uid: nora.uid }, body: { secret: nora.secret } })
    expect(back.user.uid).not.toBe(nora.uid)
    expect((await world.signIn(who)).user.uid).toBe(nora.uid)
  })

  it('does not merge a guest into an existing account', async () => {
    const owned = await world.signIn({ sub: 'owned', email: 'owned@example.com' })
    const visitor = await guest(world.server, 'Merger')
    const upgrade = { purpose: 'upgrade' } as const
    const byIdentity = await getRefusal(world.signIn({ sub: 'owned' }, visitor.token, upgrade))
    expect(byIdentity).toMatchObject({ code: 4010, data: { reason: 'identity' } })
    const byAddress = await getRefusal(
      world.signIn({ sub: 'other', email: 'owned@example.com' }, visitor.token, upgrade),
    )
    expect(byAddress).toMatchObject({ code: 4010, data: {} })
    expect(byAddress).not.toHaveProperty('data.link')
    expect((await anyone().auth.loggedin({ token: visitor.token })).kind).toBe('guest')
    expect(await getCode(anyone().auth.loggedin({ token: owned.token }))).toBe(200)
  })

  it('is unlinked unless it is the only way to sign in', async () => {
    const only = await world.signIn({ sub: 'only', email: 'only@example.com' })
    expect(await getRefusal(world.unlink(only.token))).toMatchObject({ code: 4000, data: { reason: 'last' } })
    const fay = await person(world.server, 'Fay')
    expect(await world.unlink(fay.token)).toMatchObject({ providers: [] })
    const joined = await world.signIn({ sub: 'fay' }, fay.token, { purpose: 'link' })
    expect(await world.unlink(joined.token)).toMatchObject({ uid: fay.uid, providers: [] })
    expect((await world.signIn({ sub: 'fay' })).user.uid).not.toBe(fay.uid)
  })
})
