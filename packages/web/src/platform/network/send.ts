import { callTimeoutMs, codes, Envelope, fileRetry } from '@tavla/contract'
import type { OutgoingCall, Send } from '@tavla/contract'
import { sleep } from '../dom/clock.ts'
import type { Clock } from '../dom/clock.ts'
import type { HandledRefusal } from './refusals.ts'

/** No usable answer: offline, timed out, or a proxy answered. */
export class NoResponseError extends Error {
  readonly reason: 'unreachable' | 'timeout' | 'server'

  constructor(callName: string, reason: NoResponseError['reason'], options?: ErrorOptions) {
    super(`${callName}: no answer (${reason})`, options)
    this.name = 'NoResponseError'
    this.reason = reason
  }
}

export interface SendOptions {
  /** The caller alone shows the refusal: no toast, no offer. An ended session is handled anyway. */
  readonly quiet?: boolean
  readonly signal?: AbortSignal
  /** Instead of the stored token. */
  readonly token?: string
  /** Continues when the page is closed. */
  readonly keepalive?: boolean
  /** The answer contains a new token, so a refusal does not wait for it. */
  readonly renewsToken?: boolean
  /** Makes a repeated request idempotent. */
  readonly idempotencyKey?: string
}

export interface SendDeps {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly clock: Clock
  /** From the stored `userinfo`; null if nobody is signed in. */
  readonly session: () => { readonly token: string; readonly uid: string } | null
  /** Resolves when no pending call replaces the stored token. */
  readonly tokenSettled: () => Promise<void>
  /** Path of the page's URL. */
  readonly path: () => string
  readonly onRefusal: (received: HandledRefusal, options: { quiet: boolean }) => void
}

interface Attempt {
  readonly status: number
  readonly body: unknown
}

/** Sends the calls of the typed client: host, token header, credentials, time-out, and retries of files. */
export function createSend(deps: SendDeps): Send<SendOptions> {
  return async (outgoing, options = {}) => {
    const path = deps.path()
    const sender = deps.session()
    const usesStoredToken = outgoing.call.token !== 'caller' && options.token === undefined
    const token = usesStoredToken ? (sender?.token ?? null) : (outgoing.token ?? options.token ?? null)
    const attempt = async (withToken: string | null) =>
      attemptWithRetries(outgoing, await createRequestInit(outgoing, withToken, options), deps, options)

    let sentToken = token
    let body = await attempt(token)
    if (isSessionRefusal(body) && !options.renewsToken) {
      await deps.tokenSettled()
      const current = deps.session()
      // Refused before anything was done, so the same person's new token can be used to send it once more.
      if (usesStoredToken && current !== null && current.token !== token && current.uid === sender?.uid) {
        sentToken = current.token
        body = await attempt(current.token)
      }
    }
    const envelope = Envelope.safeParse(body)
    if (envelope.success && envelope.data.code !== codes.ok.code) {
      const { code, data } = envelope.data
      deps.onRefusal({ code, data, path, token: sentToken }, { quiet: options.quiet ?? false })
    }
    return body
  }
}

function isSessionRefusal(body: unknown): boolean {
  return Envelope.safeParse(body).data?.code === codes.session_invalid.code
}

/** Refusals are answers and never retried; missing answers, time-outs and HTTP 5xx are, for files. */
async function attemptWithRetries(
  outgoing: OutgoingCall,
  init: RequestInit,
  deps: SendDeps,
  options: SendOptions,
): Promise<unknown> {
  const retries = outgoing.call.retried ? fileRetry.attempts : 0
  for (let retry = 0; ; retry++) {
    const isLast = retry >= retries
    try {
      const { status, body } = await attempt(outgoing, init, deps, options)
      if (status < 500 || isLast) return checkBody(outgoing, status, body)
    } catch (error) {
      if (isLast || !(error instanceof NoResponseError)) throw error
    }
    await sleep(fileRetry.delayMs, deps.clock)
  }
}

function checkBody(outgoing: OutgoingCall, status: number, body: unknown): unknown {
  if (body === undefined && status >= 500) throw new NoResponseError(outgoing.name, 'server')
  return body
}

async function attempt(
  outgoing: OutgoingCall,
  init: RequestInit,
  deps: SendDeps,
  { signal }: SendOptions,
): Promise<Attempt> {
  const timeout = new AbortController()
  const cancel = deps.clock.after(callTimeoutMs, () => timeout.abort())
  try {
    const response = await deps.fetch(outgoing.url, {
      ...init,
      signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
    })
    return { status: response.status, body: parseJson(await response.text()) }
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new NoResponseError(outgoing.name, timeout.signal.aborted ? 'timeout' : 'unreachable', { cause })
  } finally {
    cancel()
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function createRequestInit(
  outgoing: OutgoingCall,
  token: string | null,
  options: SendOptions,
): Promise<RequestInit> {
  const headers = new Headers({ accept: 'application/json' })
  if (token !== null) headers.set('token', token)
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey)
  const body = await createRequestBody(outgoing)
  if (typeof body === 'string') headers.set('content-type', 'application/json')
  return {
    method: outgoing.call.method,
    headers,
    body,
    credentials: 'include',
    keepalive: options.keepalive ?? false,
  }
}

async function createRequestBody({ body, file }: OutgoingCall): Promise<string | FormData | null> {
  if (file === null) return body === null ? null : JSON.stringify(body)
  const form = new FormData()
  for (const [name, value] of Object.entries(body ?? {})) form.append(name, String(value))
  const bytes = file instanceof Blob ? file : new Blob([await file.arrayBuffer()], { type: file.type })
  form.append('file', bytes, file.name ?? 'file')
  return form
}
