import { z } from 'zod'
import { isEmail } from './email.ts'
import { lengths, maxPageSize, pageSize } from './limits.ts'

const controlOrBroken = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

function isPlainText(text: string): boolean {
  return text.isWellFormed() && !controlOrBroken.test(text)
}

/** User-entered text: trimmed, without control characters and lone surrogates (which databases refuse). */
export function text(min: number, max: number) {
  return z.string().trim().min(min).max(max).refine(isPlainText, 'holds characters that are no text')
}

/** Text limited by its encoded size. */
export function textOfBytes(maxBytes: number) {
  return z
    .string()
    .refine((value) => value.isWellFormed(), 'holds characters that are no text')
    .refine((value) => utf8Bytes(value) <= maxBytes, `is longer than ${maxBytes} bytes`)
}

/** Length of a text in UTF-8 bytes. */
export function utf8Bytes(value: string): number {
  let bytes = value.length
  for (let at = 0; at < value.length; at += 1) {
    const unit = value.charCodeAt(at)
    if (unit < 0x80) continue
    // A surrogate pair is 2 units and 4 bytes, so each half adds one.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2
  }
  return bytes
}

/** A generated id. */
export const Id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'is no id')

export const SpaceId = Id.brand<'SpaceId'>()
export type SpaceId = z.infer<typeof SpaceId>

export const Uid = Id.brand<'Uid'>()
export type Uid = z.infer<typeof Uid>

/** A token, code, secret or state in visible ASCII. */
export const Secret = z.string().regex(/^[\x21-\x7e]{1,4096}$/, 'is no token')

/** A code from an email or a provider; surrounding white space is ignored. */
export const MailedCode = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,64}$/, 'is no code')

/** ISO 8601 in UTC, used for all times in answers. */
export const Time = z.iso.datetime()

/** A new email address; spec §5. */
export const Email = z.string().trim().refine(isEmail, 'is no e-mail address')

/** An existing account's email address, which can come from a provider and violate spec §5. */
export const KnownEmail = z
  .string()
  .trim()
  .max(lengths.email)
  .regex(/^[^\s@]+@[^\s@]+$/, 'is no e-mail address')

/** A new password; the server rejects common ones. */
export const NewPassword = z.string().min(lengths.passwordMin).max(lengths.passwordMax)

/** A password to check; the length limit bounds the cost of hashing. */
export const KnownPassword = z.string().min(1).max(lengths.passwordMax)

/** A language tag; empty counts as missing. */
export const Language = z
  .preprocess(
    (value: string | undefined) => (value === '' ? undefined : value),
    z
      .string()
      .max(35)
      .regex(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$/, 'is no language tag')
      .optional(),
  )
  .optional()

/** A query flag: `0` or `1`, also `false` and `true`; a boolean for the handler. */
export const Flag = z
  .enum(['0', '1', 'false', 'true'])
  .transform((value) => value === '1' || value === 'true')

/** An integer, possibly as text in a query or form. */
export function int(min: number, max: number = Number.MAX_SAFE_INTEGER) {
  return z.preprocess(
    (value: number | string) =>
      typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value,
    z.int().min(min).max(max),
  )
}

/** A boolean, possibly as text in a form. */
export const Bool = z.preprocess((value: boolean | string) => {
  if (value === 'true' || value === '1') return true
  if (value === 'false' || value === '0') return false
  return value
}, z.boolean())

/** Removes optional query parameters that are sent empty, such as `t=` and `all=`. */
export function omitEmptyParameters(
  query: z.ZodType | null,
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (!(query instanceof z.ZodObject)) return values
  const isMissing = (name: string): boolean => {
    const field = query.shape[name] as z.ZodType | undefined
    return values[name] === '' && field?.safeParse(undefined).success === true
  }
  return Object.fromEntries(Object.entries(values).filter(([name]) => !isMissing(name)))
}

/** Offset paging: `start` counts from 0. */
export const paging = {
  start: int(0).default(0),
  limit: int(1, maxPageSize).default(pageSize),
}

/** Page paging: counts from 1, ten items per page. */
export const page = int(1, 1_000_000).default(1)

/** The shape of all lists in answers. */
export function getList<T extends z.ZodType>(item: T) {
  return z.object({ list: z.array(item), total: z.int().min(0) })
}
