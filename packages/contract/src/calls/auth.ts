import { z } from 'zod'
import { defineCall } from '../call.ts'
import { SignedIn, SocialProvider, User } from '../entities/user.ts'
import { lengths } from '../limits.ts'
import {
  Bool,
  Email,
  Flag,
  Id,
  int,
  KnownEmail,
  KnownPassword,
  Language,
  MailedCode,
  NewPassword,
  Secret,
  text,
  Time,
} from '../wire.ts'

const PersonName = text(1, lengths.personName)

/** Answer of a provider. A 4010 returns `data.link`, which is then confirmed by a login. */
const ProviderReturn = z.object({
  code: Secret,
  state: Secret,
  /** Issuer (RFC 9207), if the provider adds it to the redirect. */
  iss: Secret.optional(),
})

function startSocial(provider: SocialProvider) {
  return defineCall({
    method: 'GET',
    path: `/api/user/login/${provider}`,
    summary: `Where to go to sign in with ${provider}`,
    auth: 'opt',
    query: () =>
      z.object({
        purpose: z.enum(['login', 'link', 'upgrade']).default('login'),
        /** From a 4010: connects the other provider to the account of this sign-in. */
        link: Secret.optional(),
        remember: Flag.optional(),
      }),
    data: () => z.object({ url: z.string(), state: z.string() }),
    codes: ['not_found'],
  })
}

function finishSocial(provider: SocialProvider) {
  return defineCall({
    method: 'PUT',
    path: `/api/user/login/${provider}`,
    summary: `Sign in with what ${provider} handed back`,
    auth: 'opt',
    body: () => ProviderReturn,
    data: () => SignedIn,
    codes: ['code_invalid', 'email_taken', 'not_found', 'forbidden'],
  })
}

function unlinkSocial(provider: SocialProvider) {
  return defineCall({
    method: 'DELETE',
    path: `/api/user/login/${provider}`,
    summary: `No longer sign in with ${provider}`,
    auth: 'full',
    data: () => User,
    custom: true,
  })
}

export const auth = {
  login: defineCall({
    method: 'POST',
    path: '/api/user/login',
    summary: 'Sign in with e-mail and password',
    auth: 'none',
    body: () =>
      z.object({
        email: KnownEmail,
        password: KnownPassword,
        client_id: Id.optional(),
        remember: Bool.default(false),
        /** From a 4010 of a social sign-in: connects the provider to this account. */
        link: Secret.optional(),
        /** Second factor of administrators. */
        otp: MailedCode.optional(),
      }),
    data: () => SignedIn,
    codes: ['wrong_password', 'code_invalid', 'too_many_tries', 'forbidden'],
  }),
  logout: defineCall({
    method: 'POST',
    path: '/api/user/logout',
    summary: 'End this session; a dead token is fine too',
    auth: 'opt',
  }),
  register: defineCall({
    method: 'POST',
    path: '/api/user/register',
    summary: 'Make an account; a mail brings the code that verifies the address',
    auth: 'none',
    query: () => z.object({ lang: Language }),
    body: () => z.object({ email: Email, password: NewPassword, name: PersonName.optional() }),
    data: () => SignedIn,
    codes: ['email_taken', 'forbidden'],
  }),
  loggedin: defineCall({
    method: 'GET',
    path: '/api/user/loggedin',
    summary: 'Whose token is this?',
    auth: 'user',
    token: 'caller',
    data: () => User,
  }),
  forgetPassword: defineCall({
    method: 'POST',
    path: '/api/user/password/forget',
    summary: 'Mail a reset link; answers alike for unknown addresses',
    auth: 'none',
    query: () => z.object({ lang: Language }),
    body: () => z.object({ email: KnownEmail }),
  }),
  passwordToken: defineCall({
    method: 'GET',
    path: '/api/user/password/token',
    summary: 'Is this reset link still good, and for whom?',
    auth: 'none',
    query: () => z.object({ token: Secret }),
    data: () => z.object({ email: z.string(), expiresAt: Time }),
    codes: ['code_invalid'],
  }),
  resetPassword: defineCall({
    method: 'POST',
    path: '/api/user/password/reset',
    summary: 'Choose a new password by a reset link; all sessions end',
    auth: 'none',
    body: () => z.object({ token: Secret, password: NewPassword }),
    // The link came by email, so its owner may see the whole address and sign in with it.
    data: () => z.object({ email: z.string().nullable() }),
    codes: ['code_invalid'],
  }),
  changePassword: defineCall({
    method: 'POST',
    path: '/api/user/password',
    summary: 'Change the password; other sessions end',
    auth: 'full',
    body: () => z.object({ old: KnownPassword, new: NewPassword }),
    codes: ['wrong_password', 'too_many_tries'],
  }),
  startGoogle: startSocial('google'),
  startOffice: startSocial('office'),
  startFacebook: startSocial('facebook'),
  startApple: startSocial('apple'),
  finishGoogle: finishSocial('google'),
  finishOffice: finishSocial('office'),
  finishFacebook: finishSocial('facebook'),
  finishApple: finishSocial('apple'),
  unlinkGoogle: unlinkSocial('google'),
  unlinkOffice: unlinkSocial('office'),
  unlinkFacebook: unlinkSocial('facebook'),
  unlinkApple: unlinkSocial('apple'),
  appleForm: defineCall({
    method: 'POST',
    path: '/app/apple-loading',
    summary: "Apple's form post, sent on to the same address with its values in the query",
    auth: 'none',
    // Errors arrive in the same form, so only the size of fields is validated.
    body: () =>
      z.object({
        code: z.string().max(4096).optional(),
        state: z.string().max(4096).optional(),
        error: z.string().max(256).optional(),
        /** JSON with the name, only at the first sign-in. */
        user: z.string().max(4096).optional(),
      }),
    data: () => z.object({ location: z.string() }),
    redirects: true,
    custom: true,
  }),
  guestLogin: defineCall({
    method: 'PUT',
    path: '/api/user/guest/login',
    summary: 'Come in as a guest, the first time or again',
    auth: 'none',
    query: () =>
      z.object({
        /** If missing or too short, the server creates one. */
        uid: Id.optional(),
        country: text(0, 64).optional(),
        from_product: text(0, 64).optional(),
        // Also accepted in the query, as listed in calls.md; prefer the body.
        secret: Secret.optional(),
        name: PersonName.optional(),
      }),
    body: () => z.object({ secret: Secret.optional(), name: PersonName.optional() }),
    data: () => SignedIn.extend({ secret: z.string().optional() }),
    codes: ['forbidden'],
  }),
  upgradeGuest: defineCall({
    method: 'PUT',
    path: '/api/user/guest/upgrade',
    summary: 'Make the guest a full account: same uid, spaces and work',
    auth: 'guest',
    body: () =>
      z.object({ email: Email, password: NewPassword, name: PersonName, code: MailedCode.optional() }),
    data: () => SignedIn,
    codes: ['email_taken', 'code_invalid'],
  }),
  approveDesktop: defineCall({
    method: 'POST',
    path: '/api/user/pclogin/approve',
    summary: 'Let the desktop app sign in as me',
    auth: 'full',
    body: () =>
      z.object({
        /** SHA-256 of the verifier, base64url. */
        challenge: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
        state: Secret,
        via: z.enum(['scheme', 'loopback']),
        port: int(1024, 65_535).optional(),
        device: text(0, 120).optional(),
      }),
    data: () => z.object({ code: z.string(), link: z.string() }),
    custom: true,
  }),
  exchangeDesktop: defineCall({
    method: 'POST',
    path: '/api/user/pclogin/exchange',
    summary: "Turn the code and the shell's verifier into a session",
    auth: 'none',
    body: () => z.object({ code: Secret, verifier: z.string().regex(/^[A-Za-z0-9._~-]{43,128}$/) }),
    data: () => SignedIn,
    codes: ['code_invalid', 'forbidden'],
    custom: true,
  }),
  config: defineCall({
    method: 'GET',
    path: '/api/config',
    summary: 'What this server offers',
    auth: 'none',
    data: () =>
      z.object({
        providers: z.array(SocialProvider),
        /** Local stand-ins among the providers. */
        standIns: z.array(SocialProvider),
        payments: z.enum(['stripe', 'sandbox', 'off']),
        voice: z.boolean(),
        guests: z.boolean(),
        limits: z.enum(['plans', 'none']),
        languages: z.array(z.string()),
      }),
    custom: true,
  }),
}
