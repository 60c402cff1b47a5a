import { z } from 'zod'
import { getAuthRefusals, generalCodes } from './codes.ts'
import type { Auth, CodesOfAuth, RefusalName } from './codes.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * How a call receives a file: `none` for JSON (and form-encoded) bodies, `required` for multipart with the part
 * `file`, `optional` for either.
 */
export type FileRule = 'none' | 'required' | 'optional'

/** Where a call with role-based authorization names the space. */
export type SpaceField = 'query.wid' | 'query.id' | 'body.wid'

/** Source of the token header: the stored session, or the caller (logged-in check). */
export type TokenRule = 'stored' | 'caller'

type Schema = z.ZodType

/** Optional properties of a call. */
export interface CallOptions {
  /** Required if `auth` is a role. */
  readonly space?: SpaceField
  /** Requires a role, and refuses guests (4034) even with that role. */
  readonly fullOnly?: boolean
  /** Retried after no answer, a time-out or HTTP 5xx: three more times, 1 s apart. */
  readonly retried?: boolean
  /** The handler needs the raw body to verify a signature. */
  readonly rawBody?: boolean
  /** Requires the administrator's password, entered within the last ten minutes; otherwise 4003 `proof`. */
  readonly proved?: boolean
  /** Allowed before a required second factor is set up. */
  readonly setUp?: boolean
  /** Answers HTTP 303 to `data.location` instead of an envelope; called by browser forms only. */
  readonly redirects?: boolean
  /** A custom endpoint: method and path are not in the specification. */
  readonly custom?: boolean
}

/** One HTTP endpoint as data. `null` means no query or no body. */
export interface Call<
  A extends Auth = Auth,
  Q extends Schema | null = Schema | null,
  B extends Schema | null = Schema | null,
  D extends Schema = Schema,
  C extends RefusalName = RefusalName,
  F extends FileRule = FileRule,
  T extends TokenRule = TokenRule,
> extends CallOptions {
  readonly method: Method
  readonly path: string
  readonly summary: string
  readonly auth: A
  readonly query: Q
  readonly body: B
  /** Schema of `data` in the envelope. */
  readonly data: D
  /** Refusals in addition to the general ones and those of `auth`. */
  readonly codes: readonly C[]
  readonly file: F
  readonly token: T
  readonly custom: boolean
}

/** Data of a call that answers only its code. */
export const Nothing = z.object({})
export type Nothing = typeof Nothing

interface CallDeclaration<
  A extends Auth,
  Q extends Schema | null,
  B extends Schema | null,
  D extends Schema,
  C extends RefusalName,
  F extends FileRule,
  T extends TokenRule,
> extends CallOptions {
  readonly method: Method
  readonly path: string
  readonly summary: string
  readonly auth: A
  readonly query?: () => Q
  readonly body?: () => B
  readonly data?: () => D
  readonly codes?: readonly C[]
  readonly file?: F
  readonly token?: T
}

/**
 * Declares a call, from which route, handler type, client and OpenAPI are derived. Its schemas are created when they
 * are first read: a page reads the answers of the few calls that it sends, and no others.
 */
export function defineCall<
  const A extends Auth,
  Q extends Schema | null = null,
  B extends Schema | null = null,
  D extends Schema = Nothing,
  const C extends RefusalName = never,
  const F extends FileRule = 'none',
  const T extends TokenRule = 'stored',
>(declaration: CallDeclaration<A, Q, B, D, C, F, T>): Call<A, Q, B, D, C, F, T> {
  const getQuery = createOnce(declaration.query ?? (() => null as Q))
  const getBody = createOnce(declaration.body ?? (() => null as B))
  const getData = createOnce(declaration.data ?? (() => Nothing as Schema as D))
  return {
    ...declaration,
    get query() {
      return getQuery()
    },
    get body() {
      return getBody()
    },
    get data() {
      return getData()
    },
    codes: declaration.codes ?? [],
    file: (declaration.file ?? 'none') as F,
    token: (declaration.token ?? 'stored') as T,
    custom: declaration.custom ?? false,
  }
}

function createOnce<T>(create: () => T): () => T {
  let created: { readonly value: T } | undefined
  return () => (created ??= { value: create() }).value
}

/** Calls by group and name; see `calls/index.ts`. */
export type CallGroups = Readonly<Record<string, Readonly<Record<string, Call>>>>

/** All refusals that a call can answer, including general ones. */
export function getRefusals(call: Call): ReadonlySet<RefusalName> {
  return new Set([
    ...generalCodes,
    ...getAuthRefusals(call.auth),
    ...(call.fullOnly ? ['guest_not_allowed' as const] : []),
    ...call.codes,
  ])
}

/** Refusals available to a call's handler: the type of `ctx.refuse`. */
export type CallCodes<C extends Call> =
  C['codes'][number] | CodesOfAuth<C['auth']> | (typeof generalCodes)[number]

/** Parsed `data` in the client. */
export type CallData<C extends Call> = z.output<C['data']>

/** `data` as returned by a handler. */
export type CallAnswer<C extends Call> = z.input<C['data']>

type Empty = Record<never, never>
type InputPart<K extends string, S> = S extends Schema
  ? Empty extends z.input<S>
    ? { readonly [P in K]?: z.input<S> | undefined }
    : { readonly [P in K]: z.input<S> }
  : Empty

/** File contents to send, compatible with the browser's `File` and `Blob`. */
export interface FileBytes {
  readonly size: number
  readonly type: string
  readonly name?: string
  arrayBuffer(): Promise<ArrayBuffer>
}

type FilePart<F> = F extends 'required'
  ? { readonly file: FileBytes }
  : F extends 'optional'
    ? { readonly file?: FileBytes }
    : Empty

/** Input of a client function. */
export type CallInput<C extends Call> = InputPart<'query', C['query']> &
  InputPart<'body', C['body']> &
  FilePart<C['file']> &
  (C['token'] extends 'caller' ? { readonly token: string } : Empty)

type ParsedPart<S> = S extends Schema ? z.output<S> : null

/** Parsed input of a handler, without files. */
export interface CallRequest<C extends Call> {
  readonly query: ParsedPart<C['query']>
  readonly body: ParsedPart<C['body']>
}

/** One handler per call of a group. `Context` can depend on the call, for its refusals. */
export type Handlers<Group extends Readonly<Record<string, Call>>, Context, Extra = unknown> = {
  readonly [N in keyof Group]: (
    context: Context,
    request: CallRequest<Group[N]> & Extra,
  ) => Promise<CallAnswer<Group[N]>>
}
