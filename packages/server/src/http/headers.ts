import { randomBytes } from 'node:crypto'

/** Same on every answer: nothing is guessed, framed, referred or shared with other origins. */
export function securityHeaders(secure: boolean): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'microphone=(self), camera=(), geolocation=(), payment=()',
    'x-frame-options': 'DENY',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

/** What is no page may do nothing at all. */
export const INERT_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** The service worker asks for the page and its files again to keep them, and does nothing else. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'"

/**
 * The page's policy: our own scripts, styles by nonce, nothing from or to another origin but the server that carries the
 * voice rooms' sound where there is one of its own. Only the page that signs the desktop app in can reach the app that
 * waits on this computer, at the one port that its address names.
 */
export function pagePolicy(
  nonce: string,
  { voiceUrl, loopbackPort }: { voiceUrl: string | null; loopbackPort?: number | undefined },
): string {
  const voice = voiceUrl === null ? '' : ` ${voiceUrl} ${voiceUrl.replace(/^ws/, 'http')}`
  const loopback = loopbackPort === undefined ? '' : ` http://127.0.0.1:${loopbackPort}`
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    `connect-src 'self' blob: data:${voice}${loopback}`,
    "worker-src 'self' blob:",
    // The card form.
    "frame-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default ProseMirrorClipboard',
  ].join('; ')
}

/** Who takes the card: where the form may load scripts and frames from. */
export type CardForm = 'sandbox' | 'stripe'

/**
 * The card form is a document of its own inside our page: only here may the provider's script run. Card data goes from the
 * provider's frames to the provider.
 */
export function cardFormPolicy(form: CardForm): string {
  const provider = form === 'stripe'
  return [
    "default-src 'none'",
    `script-src 'self'${provider ? ' https://js.stripe.com https://*.js.stripe.com' : ''}`,
    "style-src 'self'",
    ...(provider ? ['frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com'] : []),
    `connect-src 'self'${provider ? ' https://api.stripe.com' : ''}`,
    ...(provider ? ["img-src 'self' https://*.stripe.com"] : []),
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
}

export const newNonce = (): string => randomBytes(16).toString('base64')
