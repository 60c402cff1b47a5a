import { z } from 'zod'
import type { Call, CallData, CallGroups, CallInput, FileBytes } from './call.ts'
import { getCodeName, codes } from './codes.ts'
import type { CodeName } from './codes.ts'

/** Envelope of every answer, including errors; decisions §2. */
export const Envelope = z.object({ code: z.int(), message: z.string().default(''), data: z.unknown() })
export type Envelope = z.infer<typeof Envelope>

/** A call prepared for HTTP. `send` adds host, token header, time-out and retries. */
export interface OutgoingCall {
  readonly call: Call
  /** `group.name`, for query keys and messages. */
  readonly name: string
  /** Path with query string. */
  readonly url: string
  readonly body: unknown
  readonly file: FileBytes | null
  /** Only for calls whose token is passed by the caller. */
  readonly token: string | null
}

/** Sends a call and returns the parsed JSON body, whatever the HTTP status. Throws if there is no answer. */
export type Send<Options> = (outgoing: OutgoingCall, options?: Options) => Promise<unknown>

/** The server answered with an error code. */
export class Refusal extends Error {
  readonly code: number
  /** Undefined for a code unknown to this version. */
  readonly codeName: CodeName | undefined
  readonly data: unknown
  readonly callName: string

  constructor(callName: string, envelope: Envelope) {
    super(`${callName} answered ${envelope.code}${envelope.message && `: ${envelope.message}`}`)
    this.name = 'Refusal'
    this.callName = callName
    this.code = envelope.code
    this.codeName = getCodeName(envelope.code)
    this.data = envelope.data
  }
}

/** The answer is not from our server, or from an incompatible version. */
export class BadAnswer extends Error {
  readonly callName: string

  constructor(callName: string, message: string) {
    super(`${callName}: ${message}`)
    this.name = 'BadAnswer'
    this.callName = callName
  }
}

/** Client functions expose their call name, so that caches can use it as key. */
export interface NamedCall {
  /** `group.name`. */
  readonly callName: string
}

interface ClientCall<C extends Call, Options> extends NamedCall {
  (
    ...args: Record<never, never> extends CallInput<C>
      ? [input?: CallInput<C>, options?: Options]
      : [input: CallInput<C>, options?: Options]
  ): Promise<CallData<C>>
}

export type Client<Groups extends CallGroups, Options = never> = {
  readonly [G in keyof Groups]: {
    readonly [N in keyof Groups[G]]: ClientCall<Groups[G][N], Options>
  }
}

interface LooseInput {
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly file?: FileBytes
  readonly token?: string
}

/** Creates one typed function per call; `send` does the networking. */
export function createClient<const Groups extends CallGroups, Options = never>(
  calls: Groups,
  send: Send<Options>,
): Client<Groups, Options> {
  const groups = Object.entries(calls).map(([group, members]) => {
    const functions = Object.entries(members).map(([name, call]) => {
      const fullName = `${group}.${name}`
      const run = async (input: LooseInput = {}, options?: Options): Promise<unknown> => {
        const answer = await send(prepareCall(call, fullName, input), options)
        return readAnswer(call, fullName, answer)
      }
      return [name, Object.assign(run, { callName: fullName })] as const
    })
    return [group, Object.fromEntries(functions)] as const
  })
  return Object.fromEntries(groups) as unknown as Client<Groups, Options>
}

function prepareCall(call: Call, name: string, input: LooseInput): OutgoingCall {
  return {
    call,
    name,
    url: getCallUrl(call.path, input.query),
    body: call.body === null ? null : (input.body ?? {}),
    file: input.file ?? null,
    token: input.token ?? null,
  }
}

/** Path with query string; undefined and null fields are omitted. */
export function getCallUrl(path: string, query: Readonly<Record<string, unknown>> = {}): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`)
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}

/** Unwraps an envelope, or throws a `Refusal`. The code in the body decides, not the HTTP status. */
export function readAnswer<C extends Call>(call: C, name: string, answer: unknown): CallData<C> {
  const envelope = Envelope.safeParse(answer)
  if (!envelope.success) throw new BadAnswer(name, 'the answer is no envelope')
  if (envelope.data.code !== codes.ok.code) throw new Refusal(name, envelope.data)
  const data = call.data.safeParse(envelope.data.data)
  if (!data.success) throw new BadAnswer(name, `the data is not as declared: ${z.prettifyError(data.error)}`)
  return data.data as CallData<C>
}
