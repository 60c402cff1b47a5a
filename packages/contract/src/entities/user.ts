import { z } from 'zod'
import { lengths } from '../limits.ts'
import { Id, Time, Uid, utf8Bytes } from '../wire.ts'

/** `full` accounts have an email or a provider, `guest` accounts have neither. */
export const AccountKind = z.enum(['full', 'guest'])
export type AccountKind = z.infer<typeof AccountKind>

/** Provider of a social sign-in; `office` is Microsoft Entra. */
export const SocialProvider = z.enum(['google', 'office', 'facebook', 'apple'])
export type SocialProvider = z.infer<typeof SocialProvider>

/** Display names. */
export const socialNames: Readonly<Record<SocialProvider, string>> = {
  google: 'Google',
  office: 'Microsoft',
  facebook: 'Facebook',
  apple: 'Apple',
}

/** Tour steps; named by the client. */
export const Guide = z
  .record(z.string().regex(/^[a-z][A-Za-z0-9._-]{0,63}$/), z.enum(['done', 'skipped']))
  .refine((guide) => utf8Bytes(JSON.stringify(guide)) <= lengths.guideBytes, 'is too large')
export type Guide = z.infer<typeof Guide>

/** The caller's own account. */
export const User = z.object({
  uid: Uid,
  email: z.string().nullable(),
  name: z.string(),
  photo: z.string().nullable(),
  kind: AccountKind,
  occupation: z.string().nullable(),
  staffNum: z.string().nullable(),
  trade: z.string().nullable(),
  lang: z.string(),
  role: z.enum(['user', 'administrator']),
  createdAt: Time,
  emailVerified: z.boolean(),
  hasPassword: z.boolean(),
  providers: z.array(SocialProvider),
  guide: Guide,
  freeClick: z.boolean(),
})
export type User = z.infer<typeof User>

/** Another person. The email is visible only to admins of a shared space. */
export const Person = z.object({
  uid: Uid,
  name: z.string(),
  photo: z.string().nullable(),
  kind: AccountKind,
  email: z.string().nullable(),
})
export type Person = z.infer<typeof Person>

/** Answer of a sign-in. */
export const SignedIn = z.object({ token: z.string(), user: User })
export type SignedIn = z.infer<typeof SignedIn>

/** An entry of a profile choice list, in the requested language. */
export const Choice = z.object({ id: Id, name: z.string() })
export type Choice = z.infer<typeof Choice>

/** A session of the caller. */
export const Session = z.object({
  id: Id,
  kind: z.enum(['browser', 'desktop', 'guest']),
  agent: z.string(),
  createdAt: Time,
  lastActiveAt: Time,
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

/** An opaque JSON string of the client. */
export const SettingsText = z
  .string()
  .refine((value) => utf8Bytes(value) <= lengths.settingsBytes, 'is too large')
  .refine(isJson, 'is no JSON')

function isJson(value: string): boolean {
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}
