import type { Role } from './roles.ts'

/**
 * Client reaction to a code: `none`; `field`: message beside the form field; `logout`: end the session after 0.5
 * s; `toast`: toast for 4 s; `upgrade`: free-limit prompt (uploads); `local`: message at the place of the action.
 */
export type ClientAction = 'none' | 'field' | 'logout' | 'toast' | 'upgrade' | 'local'

export interface Code {
  readonly code: number
  readonly http: number
  readonly client: ClientAction
  /** Plain English for developers; users see the translation of `errors.<code>`. */
  readonly message: string
}

/** All outcomes of calls: numbers and client reactions from spec §8, the rest from decisions §2. */
export const codes = {
  ok: { code: 200, http: 200, client: 'none', message: 'Success' },
  invalid: { code: 4000, http: 400, client: 'field', message: 'The input is not valid' },
  session_invalid: {
    code: 4001,
    http: 401,
    client: 'logout',
    message: 'The session is missing or has ended',
  },
  forbidden: { code: 4003, http: 403, client: 'toast', message: 'Your role does not allow this' },
  not_found: { code: 4004, http: 404, client: 'toast', message: 'There is no such thing' },
  wrong_password: { code: 4006, http: 401, client: 'toast', message: 'E-mail or password is wrong' },
  email_taken: { code: 4010, http: 409, client: 'toast', message: 'That e-mail belongs to an account' },
  code_invalid: {
    code: 4017,
    http: 400,
    client: 'toast',
    message: 'The code or link is wrong, used or expired',
  },
  too_many_tries: { code: 4018, http: 429, client: 'toast', message: 'Too many wrong tries: wait' },
  link_ended: { code: 4027, http: 410, client: 'toast', message: 'The link is revoked, used up or expired' },
  too_many_requests: { code: 4029, http: 429, client: 'toast', message: 'Too many requests: wait' },
  owner_must_transfer: {
    code: 4033,
    http: 409,
    client: 'toast',
    message: 'The owner has to transfer it first',
  },
  guest_not_allowed: { code: 4034, http: 403, client: 'toast', message: 'Guests cannot do this' },
  limit_reached: { code: 4042, http: 402, client: 'toast', message: 'The limit of the plan is reached' },
  storage_full: { code: 4052, http: 413, client: 'upgrade', message: 'The file storage of the plan is full' },
  internal: { code: 5000, http: 500, client: 'local', message: 'Something went wrong on the server' },
} as const satisfies Record<string, Code>

export type CodeName = keyof typeof codes

/** An error code that a handler can refuse with. */
export type RefusalName = Exclude<CodeName, 'ok'>

const names = new Map<number, CodeName>(
  (Object.keys(codes) as CodeName[]).map((name) => [codes[name].code, name]),
)

/** The name of a code; undefined if unknown to this client. */
export function getCodeName(code: number): CodeName | undefined {
  return names.get(code)
}

/** Values of `data.reason` by code; messages are `errors.<code>.<reason>`. */
export const reasons = {
  invalid: ['last', 'promo', 'email'],
  forbidden: [
    'address',
    'domain',
    'removed',
    'owner_present',
    'suspended',
    'sign_up',
    'proof',
    'second_factor',
    'last_administrator',
    'paid_plan',
  ],
  email_taken: ['identity', 'provider'],
  code_invalid: ['link', 'reset', 'otp', 'social'],
  link_ended: ['expired', 'used_up', 'revoked'],
  too_many_requests: ['full'],
  guest_not_allowed: ['target'],
  limit_reached: ['target', 'minutes', 'storage'],
  storage_full: ['storage', 'file'],
  // The last two are for operators: disk full, database unavailable.
  internal: ['social', 'full', 'away'],
} as const satisfies Partial<Record<RefusalName, readonly string[]>>

type Reasons = typeof reasons

/** Reasons of a code; never for codes without reasons. */
export type CodeReason<Name extends RefusalName> = Name extends keyof Reasons ? Reasons[Name][number] : never

/** Who can make a call. A role is the lowest role required in the space. */
export type Auth = 'none' | 'opt' | 'user' | 'full' | 'guest' | 'administrator' | Role

const impliedByAuth = {
  none: [],
  opt: [],
  user: ['session_invalid'],
  full: ['session_invalid', 'guest_not_allowed'],
  guest: ['session_invalid', 'forbidden'],
  administrator: ['session_invalid', 'forbidden'],
} as const satisfies Record<Exclude<Auth, Role>, readonly RefusalName[]>

const impliedByRole = ['session_invalid', 'not_found', 'forbidden'] as const satisfies readonly RefusalName[]

/** Refusals that every call can answer; not listed per call. */
export const generalCodes = [
  'invalid',
  'too_many_requests',
  'internal',
] as const satisfies readonly RefusalName[]

/** Refusals implied by `auth`; calls.md, "General refusals". */
export function getAuthRefusals(auth: Auth): readonly RefusalName[] {
  return auth in impliedByAuth ? impliedByAuth[auth as Exclude<Auth, Role>] : impliedByRole
}

export type CodesOfAuth<A extends Auth> = A extends keyof typeof impliedByAuth
  ? (typeof impliedByAuth)[A][number]
  : (typeof impliedByRole)[number]
