import type { SocialProvider } from '@tavla/contract'
import type { ServerMetadata } from 'openid-client'

type Claims = Readonly<Record<string, unknown>>

/** What one provider does in its own way; everything else is OpenID Connect. */
export interface ProviderFacts {
  readonly issuer: string
  readonly scope: string
  /** Beside what every request holds. */
  readonly parameters: Readonly<Record<string, string>>
  /** Asks which account is meant, also somebody who is signed in there with one of several. */
  readonly chooses: boolean
  /** Does its word that an address was checked count, and how does it say so? */
  readonly saysVerified: (claims: Claims) => boolean
  /** Known beforehand where its own description of itself is not enough. */
  readonly metadata?: ServerMetadata
}

const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === 1 || value === '1'

// Graph API versions live about two years; decision 0020 says what to do when this one ends.
const GRAPH = 'v23.0'

export const providerFacts: Readonly<Record<SocialProvider, ProviderFacts>> = {
  google: {
    issuer: 'https://accounts.google.com',
    scope: 'openid email profile',
    parameters: {},
    chooses: true,
    saysVerified: (claims) => isTrue(claims['email_verified']),
  },
  office: {
    // Work, school and private accounts; OFFICE_ISSUER with a tenant's id lets in that organisation alone.
    issuer: 'https://login.microsoftonline.com/common/v2.0',
    scope: 'openid email profile',
    parameters: {},
    chooses: true,
    // A tenant's administrator may write any address into `email`; only this claim says that its domain is the tenant's.
    saysVerified: (claims) => isTrue(claims['xms_edov']),
  },
  facebook: {
    issuer: 'https://www.facebook.com',
    scope: 'openid email public_profile',
    parameters: {},
    chooses: false,
    // It never says whether an address was checked.
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
    // The only response mode in which Apple returns an address or a name.
    parameters: { response_mode: 'form_post' },
    chooses: false,
    // Relay addresses are Apple's own and count as checked, too.
    saysVerified: (claims) => isTrue(claims['email_verified']),
  },
}
