import type { SocialProvider } from '@tavla/contract'
import type { ServerMetadata } from 'openid-client'

type Claims = Readonly<Record<string, unknown>>

/** A provider's deviations from plain OpenID Connect. */
export interface ProviderDefinition {
  readonly issuer: string
  readonly scope: string
  /** Additional request parameters. */
  readonly parameters: Readonly<Record<string, string>>
  /** Shows the account chooser, even to somebody with an active session. */
  readonly chooses: boolean
  /** Whether the claims say that the email is verified, in a way that can be trusted. */
  readonly saysVerified: (claims: Claims) => boolean
  /** Known in advance where the discovery document is not sufficient. */
  readonly metadata?: ServerMetadata
}

const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === 1 || value === '1'

// Graph API versions live about two years; decision 0020 says what to do when this one ends.
const GRAPH = 'v23.0'

export const providerDefinitions: Readonly<Record<SocialProvider, ProviderDefinition>> = {
  google: {
    issuer: 'https://accounts.google.com',
    scope: 'openid email profile',
    parameters: {},
    chooses: true,
    saysVerified: (claims) => isTrue(claims['email_verified']),
  },
  office: {
    // Work, school and private accounts; OFFICE_ISSUER with a tenant's id restricts it to that
    // organization.
    issuer: 'https://login.microsoftonline.com/common/v2.0',
    scope: 'openid email profile',
    parameters: {},
    chooses: true,
    // A tenant's administrator can put any address into `email`; only this claim says that the tenant owns
    // its domain.
    saysVerified: (claims) => isTrue(claims['xms_edov']),
  },
  facebook: {
    issuer: 'https://www.facebook.com',
    scope: 'openid email public_profile',
    parameters: {},
    chooses: false,
    // It never says whether an email was verified.
    saysVerified: () => false,
    metadata: {
      issuer: 'https://www.facebook.com',
      authorization_endpoint: `https://www.facebook.com/${GRAPH}/dialog/oauth`,
      token_endpoint: `https://graph.facebook.com/${GRAPH}/oauth/access_token`,
      jwks_uri: 'https://www.facebook.com/.well-known/oauth/openid/jwks/',
      id_token_signing_alg_values_supported: ['RS256'],
    },
  },
  apple: {
    issuer: 'https://appleid.apple.com',
    scope: 'openid email name',
    // The only response mode in which Apple returns an email or a name.
    parameters: { response_mode: 'form_post' },
    chooses: false,
    // Apple's own relay addresses count as verified, too.
    saysVerified: (claims) => isTrue(claims['email_verified']),
  },
}
