import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, importJWK, importSPKI, type JWK, jwtVerify, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'

/** Whom the provider lets in; the page asks for it. */
export interface OpenIdPerson {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean | 'true' | 'false'
  readonly name?: string
}

/** Changes an ID token before it is issued, and how it is signed; for tests that issue invalid ones. */
export interface Forgery {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly signing?: 'none' | 'other-key'
}

/** A real OpenID provider on this machine, with one client. */
export interface OpenIdServer {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Every ID token from now on. */
  forge(forgery: Forgery | null): void
  /** From now on the token endpoint is out of order. */
  breakDown(broken: boolean): void
  stop(): Promise<void>
}

export interface OpenIdOptions {
  /** The only address that people are sent back to. */
  readonly returnTo: string
  readonly port?: number
  /** Takes signed secrets as Apple does, made with this key of this team. */
  readonly apple?: { readonly publicPem: string; readonly teamId: string; readonly keyId: string }
}

const CLIENT_ID = 'tavla-tests'
const CLIENT_SECRET = 'a secret of the tests'
const PERSON_FIELDS = ['sub', 'email', 'email_verified', 'name'] as const

export async function openIdServer({ returnTo, port = 0, apple }: OpenIdOptions): Promise<OpenIdServer> {
  const http = createServer()
  http.listen(port, '127.0.0.1')
  await once(http, 'listening')
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const [key, otherKey] = await Promise.all([newKey(), newKey()])
  const people = new Map<string, OpenIdPerson>()
  let forgery: Forgery | null = null
  let broken = false

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [returnTo],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [key] },
    scopes: ['openid', 'email', 'profile', 'public_profile', 'name'],
    // As with Apple, nothing signed tells a name to anyone who asks for it by `name`.
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified', 'xms_edov'],
      profile: ['name'],
      public_profile: ['name'],
    },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: { keys: ['of the tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/as/${uid}` },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: () => ({ ...(people.get(sub) ?? { sub }), sub }),
    }),
    async loadExistingGrant(ctx) {
      const { client, session, provider: own } = ctx.oidc
      const grant = new own.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' })
      grant.addOIDCScope('openid email profile public_profile name')
      await grant.save()
      return grant
    },
  })
  provider.use(async (ctx, next) => {
    if (ctx.path !== '/token') return next()
    if (broken) return void (ctx.status = 503)
    const form = await getForm(ctx.req)
    if (apple && (await isSignedSecret(form.get('client_secret') ?? '', apple)))
      form.set('client_secret', CLIENT_SECRET)
    else if (apple) form.set('client_secret', 'wrong')
    Object.assign(ctx.req, { body: Object.fromEntries(form) })
    await next()
    const { body } = ctx
    if (forgery && isTokens(body)) body.id_token = await forged(body.id_token, forgery, key, otherKey)
  })
  http.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith('/as/')) return void provider.callback()(request, response)
    void choosePerson(provider, people, request, response)
  })
  return {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    forge: (next) => void (forgery = next),
    breakDown: (next) => void (broken = next),
    async stop() {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
}

async function newKey(): Promise<JWK> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: 'tests' }
}

/** The page where one says who one is; also what a test without a browser posts to. */
async function choosePerson(
  provider: Provider,
  people: Map<string, OpenIdPerson>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    const fields = PERSON_FIELDS.map((name) => `<label>${name} <input name="${name}"></label>`)
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(
      `<!doctype html><title>Test provider</title><h1>Test provider</h1>
<form method="post">${fields.join('<br>')}<button>Let me in</button></form>
<form method="post"><input type="hidden" name="deny" value="1"><button>Cancel</button></form>`,
    )
    return
  }
  const form = await getForm(request)
  if (form.has('deny'))
    return provider.interactionFinished(request, response, {
      error: 'access_denied',
      error_description: 'no',
    })
  const person = getPerson(form)
  people.set(person.sub, person)
  await provider.interactionFinished(request, response, { login: { accountId: person.sub, remember: false } })
}

function getPerson(form: URLSearchParams): OpenIdPerson {
  const announced = PERSON_FIELDS.map((name) => [name, form.get(name) ?? ''] as const)
  const fields = Object.fromEntries(announced.filter(([, value]) => value !== ''))
  const verified = fields['email_verified']
  return {
    ...fields,
    sub: fields['sub'] ?? '',
    ...(verified === undefined ? {} : { email_verified: verified === 'true' }),
  }
}

async function getForm(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return new URLSearchParams(Buffer.concat(parts).toString('utf8'))
}

async function isSignedSecret(secret: string, apple: NonNullable<OpenIdOptions['apple']>): Promise<boolean> {
  try {
    const { payload, protectedHeader } = await jwtVerify(secret, await importSPKI(apple.publicPem, 'ES256'), {
      algorithms: ['ES256'],
      issuer: apple.teamId,
      subject: CLIENT_ID,
      audience: 'https://appleid.apple.com',
      requiredClaims: ['iat', 'exp'],
    })
    const life = (payload.exp ?? 0) - (payload.iat ?? 0)
    return protectedHeader.kid === apple.keyId && life > 0 && life <= 15_777_000
  } catch {
    return false
  }
}

const isTokens = (body: unknown): body is { id_token: string } =>
  typeof body === 'object' && body !== null && 'id_token' in body && typeof body.id_token === 'string'

async function forged(token: string, { claims, signing }: Forgery, key: JWK, other: JWK): Promise<string> {
  const [, payload = ''] = token.split('.')
  const announced = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Record<string, unknown>
  const changed = Object.entries({ ...announced, ...claims }).filter(([, value]) => value !== undefined)
  const next = Object.fromEntries(changed)
  if (signing === 'none') {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    return `${part({ alg: 'none' })}.${part(next)}.`
  }
  const signer = await importJWK(signing === 'other-key' ? other : key, 'RS256')
  return new SignJWT(next).setProtectedHeader({ alg: 'RS256', kid: 'tests' }).sign(signer)
}
