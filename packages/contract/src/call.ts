import { z } from 'zod'
import { codesOfAuth, generalCodes } from './codes.ts'
import type { Auth, CodesOfAuth, RefusalName } from './codes.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Where the bytes of a call stand: `none` for JSON (and form-encoded) bodies, `required` for multipart with
 * the part `file`, `optional` for either one.
 */
export type FileRule = 'none' | 'required' | 'optional'

/** Where a call whose auth is a role names the space. */
export type SpaceField = 'query.wid' | 'query.id' | 'body.wid'

/** Whose token goes into the header: the stored session's, or one that the caller passes (the logged-in check). */
export type TokenRule = 'stored' | 'caller'

type Schema = z.ZodType

/** Facts that a call has only when it is unlike the others. */
export interface CallMarks {
  /** Needed where `auth` is a role. */
  readonly space?: SpaceField
  /** A role is needed and guests are refused (4034) even if they hold it. */
  readonly fullOnly?: boolean
  /** Tried again after no answer, a time-out or HTTP 5xx: three more times, 1 s apart. */
  readonly retried?: boolean
  /** The handler needs the body as it came, to check a signature. */
  readonly rawBody?: boolean
  /** Needs the administrator's password, entered within the last ten minutes; else 4003 `proof`. */
  readonly proved?: boolean
  /** Open to an administrator who still has to set up the second factor that the server requires. */
  readonly setUp?: boolean
  /** Not an envelope but HTTP 303 to `data.location`; called by a browser's form, never by a client of ours. */
  readonly redirects?: boolean
  /** The specification does not state this method and path: they are ours. */
  readonly house?: boolean
}

/** One HTTP endpoint as data. `null` stands for "takes no query" and "takes no body". */
export interface Call<
  A extends Auth = Auth,
  Q extends Schema | null = Schema | null,
  B extends Schema | null = Schema | null,
  D extends Schema = Schema,
  C extends RefusalName = RefusalName,
  F extends FileRule = FileRule,
  T extends TokenRule = TokenRule,
> extends CallMarks {
  readonly method: Method
  readonly path: string
  readonly summary: string
  readonly auth: A
  readonly query: Q
  readonly body: B
  /** What stands under `data` in the envelope. */
  readonly data: D
  /** Refusals besides the general ones and those of `auth`. */
  readonly codes: readonly C[]
  readonly file: F
  readonly token: T
  readonly house: boolean
}

/** Data of a call that answers nothing but its code. */
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
> extends CallMarks {
  readonly method: Method
  readonly path: string
  readonly summary: string
  readonly auth: A
  readonly query?: Q
  readonly body?: B
  readonly data?: D
  readonly codes?: readonly C[]
  readonly file?: F
  readonly token?: T
}

/** Declares a call; route, handler type, client and OpenAPI all follow from what it returns. */
export function defineCall<
  const A extends Auth,
  Q extends Schema | null = null,
  B extends Schema | null = null,
  D extends Schema = Nothing,
  const C extends RefusalName = never,
  const F extends FileRule = 'none',
  const T extends TokenRule = 'stored',
>(declaration: CallDeclaration<A, Q, B, D, C, F, T>): Call<A, Q, B, D, C, F, T> {
  return {
    ...declaration,
    query: (declaration.query ?? null) as Q,
    body: (declaration.body ?? null) as B,
    data: (declaration.data ?? Nothing) as D,
    codes: declaration.codes ?? [],
    file: (declaration.file ?? 'none') as F,
    token: (declaration.token ?? 'stored') as T,
    house: declaration.house ?? false,
  }
}

/** Calls by group and name, as `calls/index.ts` lists them. */
export type CallGroups = Readonly<Record<string, Readonly<Record<string, Call>>>>

/** Every refusal a call may answer, general ones included. */
export function getRefusals(call: Call): ReadonlySet<RefusalName> {
  return new Set([
    ...generalCodes,
    ...codesOfAuth(call.auth),
    ...(call.fullOnly ? ['guest_not_allowed' as const] : []),
    ...call.codes,
  ])
}

/** Names that a call's handler may refuse with: the type of `ctx.refuse`. */
export type CallCodes<C extends Call> =
  C['codes'][number] | CodesOfAuth<C['auth']> | (typeof generalCodes)[number]

/** What stands under `data` once a client has read it. */
export type CallData<C extends Call> = z.output<C['data']>

/** What a handler returns for `data`. */
export type CallAnswer<C extends Call> = z.input<C['data']>

type Empty = Record<never, never>
type InputPart<K extends string, S> = S extends Schema
  ? Empty extends z.input<S>
    ? { readonly [P in K]?: z.input<S> | undefined }
    : { readonly [P in K]: z.input<S> }
  : Empty

/** The bytes a client sends; the browser's `File` and `Blob` are such. */
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

/** What a caller passes. */
export type CallInput<C extends Call> = InputPart<'query', C['query']> &
  InputPart<'body', C['body']> &
  FilePart<C['file']> &
  (C['token'] extends 'caller' ? { readonly token: string } : Empty)

type ParsedPart<S> = S extends Schema ? z.output<S> : null

/** What a handler gets after parsing; how the bytes of `file` arrive is the server's matter. */
export interface CallRequest<C extends Call> {
  readonly query: ParsedPart<C['query']>
  readonly body: ParsedPart<C['body']>
}

/** One handler for each call of a group; `Context` may depend on the call, for its allowed refusals. */
export type Handlers<Group extends Readonly<Record<string, Call>>, Context, Extra = unknown> = {
  readonly [N in keyof Group]: (
    context: Context,
    request: CallRequest<Group[N]> & Extra,
  ) => Promise<CallAnswer<Group[N]>>
}
