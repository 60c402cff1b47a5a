import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { Administrator } from '../../entities/admin.ts'
import { KnownEmail, KnownPassword } from '../../wire.ts'
import { Otp } from './shared.ts'

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

/** Sign-in of administrators, separate from all other sessions. */
export const access = {
  login: defineCall({
    method: 'POST',
    path: '/api/admin/login',
    summary: 'Sign in to administration; the session lasts 12 hours and opens nothing else',
    auth: 'none',
    body: () => z.object({ email: KnownEmail, password: KnownPassword, otp: Otp.optional() }),
    data: () => z.object({ token: z.string(), administrator: Administrator }),
    codes: ['wrong_password', 'code_invalid', 'too_many_tries', 'forbidden'],
    custom: true,
  }),
  logout: defineCall({
    method: 'POST',
    path: '/api/admin/logout',
    summary: 'End this administration session',
    auth: 'administrator',
    setUp: true,
    custom: true,
  }),
  me: defineCall({
    method: 'GET',
    path: '/api/admin/me',
    summary: 'Who administers, and what their session may do',
    auth: 'administrator',
    setUp: true,
    data: () => Administrator,
    custom: true,
  }),
  prove: defineCall({
    method: 'POST',
    path: '/api/admin/prove',
    summary: 'Enter the password again, before dangerous acts',
    auth: 'administrator',
    setUp: true,
    body: () => z.object({ password: KnownPassword, otp: Otp.optional() }),
    data: () => Administrator,
    codes: ['wrong_password', 'code_invalid', 'too_many_tries'],
    custom: true,
  }),
  beginTotp: defineCall({
    method: 'POST',
    path: '/api/admin/totp',
    summary: 'Begin to set up a second factor; it counts once it is confirmed',
    auth: 'administrator',
    proved: true,
    setUp: true,
    data: () => z.object({ secret: z.string(), url: z.string() }),
    custom: true,
  }),
  confirmTotp: defineCall({
    method: 'POST',
    path: '/api/admin/totp/confirm',
    summary: 'Confirm the second factor by its first code; answers the recovery codes, once',
    auth: 'administrator',
    proved: true,
    setUp: true,
    body: () => z.object({ otp: Otp }),
    data: () => RecoveryCodes,
    codes: ['code_invalid', 'not_found', 'too_many_tries'],
    custom: true,
  }),
  renewRecovery: defineCall({
    method: 'POST',
    path: '/api/admin/totp/recovery',
    summary: 'New recovery codes; the old ones end',
    auth: 'administrator',
    proved: true,
    data: () => RecoveryCodes,
    codes: ['not_found'],
    custom: true,
  }),
  removeTotp: defineCall({
    method: 'DELETE',
    path: '/api/admin/totp',
    summary: 'Sign in without a second factor again, where the server does not require one',
    auth: 'administrator',
    proved: true,
    data: () => Administrator,
    custom: true,
  }),
}
