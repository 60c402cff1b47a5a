import { z } from 'zod'
import { lengths } from '../limits.ts'
import { Id, Time, Uid, utf8Bytes } from '../wire.ts'

/** `full` has an e-mail or a provider; `guest` has neither. */
export const AccountKind = z.enum(['full', 'guest'])
export type AccountKind = z.infer<typeof AccountKind>

/** Who vouches for a social sign-in; `office` is Microsoft Entra. */
export const SocialProvider = z.enum(['google', 'office', 'facebook', 'apple'])
export type SocialProvider = z.infer<typeof SocialProvider>

/** What people call them. */
export const socialNames: Readonly<Record<SocialProvider, string>> = {
  google: 'Google',
  office: 'Microsoft',
  facebook: 'Facebook',
  apple: 'Apple',
}

/** Steps of the tour; names are the client's. */
export const Guide = z
  .record(z.string().regex(/^[a-z][A-Za-z0-9._-]{0,63}$/), z.enum(['done', 'skipped']))
  .refine((guide) => utf8Bytes(JSON.stringify(guide)) <= lengths.guideBytes, 'is too large')
export type Guide = z.infer<typeof Guide>

/** Oneself. */
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

/** Anyone else; the e-mail is shown to admins of a shared space only. */
export const Person = z.object({
  uid: Uid,
  name: z.string(),
  photo: z.string().nullable(),
  kind: AccountKind,
  email: z.string().nullable(),
})
export type Person = z.infer<typeof Person>

/** What a sign-in answers. */
export const SignedIn = z.object({ token: z.string(), user: User })
export type SignedIn = z.infer<typeof SignedIn>

/** One entry of a choice list of the profile, in the asked language. */
export const Choice = z.object({ id: Id, name: z.string() })
export type Choice = z.infer<typeof Choice>

/** A place where one is signed in. */
export const Session = z.object({
  id: Id,
  kind: z.enum(['browser', 'desktop', 'guest']),
  agent: z.string(),
  createdAt: Time,
  lastActiveAt: Time,
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

/** A JSON text, the client's own; the server keeps it and never looks inside. */
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
