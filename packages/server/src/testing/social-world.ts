import { generateKeyPairSync } from 'node:crypto'
import type { CallInput, calls, SignedIn, SocialProvider } from '@tavla/contract'
import type { EngineName } from './databases.ts'
import { type OpenIdPerson, type OpenIdServer, openIdServer } from './openid-server.ts'
import { signInAt, type ReturnUrl } from './openid-visit.ts'
import { type TestServer, testServer } from './test-server.ts'

/** Where people would be sent back to; nothing listens there, since these tests stop before. */
const PUBLIC_URL = 'https://tavla.example.com'

const team = { teamId: 'TEAM456789', keyId: 'KEY4567890' }

/** A server with one provider, and that provider. */
export interface SocialWorld {
  readonly server: TestServer
  readonly provider: OpenIdServer
  start(token?: string | null, query?: StartQuery): Promise<{ readonly url: string; readonly state: string }>
  finish(back: ReturnUrl, token?: string | null): Promise<SignedIn>
  unlink(token: string): Promise<unknown>
  /** The whole way there and back. */
  signIn(who: OpenIdPerson, token?: string | null, query?: StartQuery): Promise<SignedIn>
  stop(): Promise<void>
}

type StartQuery = CallInput<(typeof calls)['auth']['startGoogle']>['query']

const returnUrl = ({ code = '', state = '', iss }: ReturnUrl) => ({ body: { code, state, iss } })

/** Apple's browser posts a form, which tells the name at the first sign-in; the server sends it on by GET. */
async function throughForm(
  { url }: TestServer,
  back: ReturnUrl,
  { name = '' }: OpenIdPerson,
): Promise<ReturnUrl> {
  const [firstName = '', lastName = ''] = name.split(' ')
  const user = JSON.stringify({ name: { firstName, lastName } })
  const body = new URLSearchParams({ ...back, ...(name === '' ? {} : { user }) })
  const answer = await fetch(`${url}/app/apple-loading`, { method: 'POST', body, redirect: 'manual' })
  if (answer.status !== 303) throw new Error(`The form was answered with ${answer.status}`)
  const to = new URL(answer.headers.get('location') ?? '', url)
  return Object.fromEntries(to.searchParams)
}

export async function socialWorld(name: SocialProvider, engine: EngineName): Promise<SocialWorld> {
  const upper = name.toUpperCase()
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const returnTo = `${PUBLIC_URL}/app/${name}-loading`
  const provider = await openIdServer({
    returnTo,
    ...(name === 'apple' ? { apple: { publicPem, ...team } } : {}),
  })
  const proof =
    name === 'apple'
      ? {
          APPLE_TEAM_ID: team.teamId,
          APPLE_KEY_ID: team.keyId,
          APPLE_PRIVATE_KEY: pem.replaceAll('\n', '\\n'),
        }
      : { [`${upper}_CLIENT_SECRET`]: provider.clientSecret }
  const server = await testServer({
    engine,
    env: {
      PUBLIC_URL,
      [`${upper}_CLIENT_ID`]: provider.clientId,
      [`${upper}_ISSUER`]: provider.issuer,
      ...proof,
    },
  })
  const getCalls = (token: string | null) => {
    const { auth } = server.as(token)
    return {
      google: { start: auth.startGoogle, finish: auth.finishGoogle, unlink: auth.unlinkGoogle },
      office: { start: auth.startOffice, finish: auth.finishOffice, unlink: auth.unlinkOffice },
      facebook: { start: auth.startFacebook, finish: auth.finishFacebook, unlink: auth.unlinkFacebook },
      apple: { start: auth.startApple, finish: auth.finishApple, unlink: auth.unlinkApple },
    }[name]
  }
  const world: SocialWorld = {
    server,
    provider,
    start(token = null, query = {}) {
      // A moment passes between two, or the rate limit would be what is tested.
      server.clock.advance(20_000)
      return getCalls(token).start({ query })
    },
    finish: (back, token = null) => getCalls(token).finish(returnUrl(back)),
    unlink: (token) => getCalls(token).unlink(),
    async signIn(who, token = null, query = {}) {
      const { url } = await world.start(token, query)
      const back = await signInAt(url, who)
      return world.finish(name === 'apple' ? await throughForm(server, back, who) : back, token)
    },
    async stop() {
      await server.stop()
      await provider.stop()
    },
  }
  return world
}
