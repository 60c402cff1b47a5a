import { KnownEmail } from '@tavla/contract'
import * as openid from 'openid-client'
import type { SocialConfig } from '../../config.ts'
import type { Clock } from '../clock/port.ts'
import { appleSecret } from './apple-secret.ts'
import { getName } from './name.ts'
import {
  type SocialIdentity,
  type SocialPort,
  SocialRefused,
  type SocialReturn,
  SocialUnreachable,
} from './port.ts'
import { type ProviderDefinition, providerDefinitions } from './providers.ts'

/** A call ends after 30 s (spec §7), and finishing makes up to three requests to the provider. */
const TIMEOUT_S = 8
/** Endpoints and keys are fetched again after this time; an unknown key is fetched immediately. */
const TTL_MS = 3_600_000
const SUBJECT_LENGTH = 255

/** An OpenID Connect provider: authorization code with PKCE, state and nonce. */
export function openIdProvider(config: SocialConfig, clock: Clock): SocialPort {
  const provider = providerDefinitions[config.provider]
  const client = getCachedClient(config, provider, clock)
  return {
    standIn: false,
    async begin({ state, nonce, verifier, returnTo }) {
      const known = await client()
      // Not every OpenID Connect provider supports it.
      const choose = provider.chooses && isCalled(known.serverMetadata().issuer, provider.issuer)
      const url = openid.buildAuthorizationUrl(known, {
        ...provider.parameters,
        ...(choose ? { prompt: 'select_account' } : {}),
        response_type: 'code',
        scope: provider.scope,
        redirect_uri: returnTo,
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return url.href
    },
    async finish(back) {
      const known = await client()
      return getIdentity(await getClaims(known, back).catch(rethrow), provider)
    },
  }
}

const isCalled = (issuer: string, other: string): boolean =>
  URL.canParse(issuer) && new URL(issuer).origin === new URL(other).origin

/** The client with the provider's metadata, fetched once an hour. */
function getCachedClient(config: SocialConfig, provider: ProviderDefinition, clock: Clock) {
  let cached: { readonly client: Promise<openid.Configuration>; readonly until: number } | null = null
  return async (): Promise<openid.Configuration> => {
    if (!cached || cached.until <= clock.now())
      cached = { client: makeClient(config, provider, clock), until: clock.now() + TTL_MS }
    const { client } = cached
    try {
      return await client
    } catch (error) {
      if (cached?.client === client) cached = null
      throw new SocialUnreachable('the provider says nothing of itself', { cause: error })
    }
  }
}

async function makeClient(
  { clientId, proof, issuer }: SocialConfig,
  provider: ProviderDefinition,
  clock: Clock,
): Promise<openid.Configuration> {
  const auth: openid.ClientAuth =
    proof.kind === 'secret'
      ? openid.ClientSecretPost(proof.secret)
      : (server, client, body, headers) =>
          openid.ClientSecretPost(appleSecret(clientId, proof, clock.now()))(server, client, body, headers)
  if (issuer === null && provider.metadata) {
    const client = new openid.Configuration(provider.metadata, clientId, undefined, auth)
    client.timeout = TIMEOUT_S
    openid.enableNonRepudiationChecks(client)
    return client
  }
  const address = new URL(issuer ?? provider.issuer)
  return openid.discovery(address, clientId, undefined, auth, {
    timeout: TIMEOUT_S,
    execute: [
      // Signatures are verified as well, not only the TLS connection that delivered the token.
      openid.enableNonRepudiationChecks,
      // Allowed by the configuration on loopback only.
      ...(address.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
    ],
  })
}

type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string }

/** Exchanges the code; the library verifies signature, issuer, audience, times and nonce. */
async function getClaims(client: openid.Configuration, back: SocialReturn): Promise<Claims> {
  const { issuer, authorization_response_iss_parameter_supported, userinfo_endpoint } =
    client.serverMetadata()
  const address = new URL(back.returnTo)
  address.searchParams.set('code', back.code)
  address.searchParams.set('state', back.state)
  // Every provider has its own redirect URL, which identifies it when the response has no issuer.
  const iss = back.iss ?? (authorization_response_iss_parameter_supported ? issuer : undefined)
  if (iss !== undefined) address.searchParams.set('iss', iss)
  const tokens = await openid.authorizationCodeGrant(client, address, {
    expectedState: back.state,
    expectedNonce: back.nonce,
    pkceCodeVerifier: back.verifier,
  })
  const claims = tokens.claims()
  if (!claims) throw new SocialRefused('no ID token')
  if (claims['email'] !== undefined || userinfo_endpoint === undefined) return claims
  return { ...(await openid.fetchUserInfo(client, tokens.access_token, claims.sub)), ...claims }
}

/**
 * Only errors of the provider or its token are refusals; an unreachable provider or an unknown client is
 * not.
 */
function rethrow(error: unknown): never {
  if (error instanceof SocialRefused) throw error
  if (error instanceof openid.ResponseBodyError && error.error !== 'invalid_client')
    throw new SocialRefused(error.error, { cause: error })
  const code = error instanceof openid.ClientError ? (error.code ?? '') : ''
  if (code !== '' && !UNREACHABLE.has(code)) throw new SocialRefused(code, { cause: error })
  throw new SocialUnreachable('the provider does not answer as it should', { cause: error })
}

const UNREACHABLE: ReadonlySet<string> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
])

function getIdentity(claims: Claims, provider: ProviderDefinition): SocialIdentity {
  if (claims.sub === '' || claims.sub.length > SUBJECT_LENGTH) throw new SocialRefused('no such subject')
  const email = KnownEmail.safeParse(claims['email'])
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: email.success ? email.data.toLowerCase() : null,
    emailVerified: email.success && provider.saysVerified(claims),
    name: getName(claims['name']),
  }
}
