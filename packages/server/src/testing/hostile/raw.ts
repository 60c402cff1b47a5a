import { getCallUrl, type Call } from '@tavla/contract'
import type { SampleInput } from '../inputs.ts'
import type { TestServer } from '../test-server.ts'

export interface RawAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: {
    readonly code: number
    readonly message: string
    readonly data: Record<string, unknown> | null
  }
}

/** Sends what a client of ours never would, and answers what came back as it is. */
export async function raw(
  server: TestServer,
  call: Call,
  token: string | null,
  input: SampleInput,
): Promise<RawAnswer> {
  // A moment passes between two calls, or the general rate limit would be what is tested.
  server.clock.advance(200)
  const headers = new Headers(token === null ? {} : { token })
  let payload: FormData | string | null = null
  if (input.file) {
    payload = new FormData()
    for (const [name, value] of Object.entries(input.body ?? {})) payload.set(name, String(value))
    payload.set('file', new Blob(['hello']), 'plan.txt')
  } else if (call.body !== null) {
    headers.set('content-type', 'application/json')
    payload = JSON.stringify(input.body ?? {})
  }
  const address = `${server.url}${getCallUrl(call.path, input.query)}`
  const answer = await fetch(address, { method: call.method, headers, body: payload, redirect: 'manual' })
  const text = await answer.text()
  const body = text === '' ? { code: 200, message: '', data: null } : (JSON.parse(text) as RawAnswer['body'])
  return { status: answer.status, headers: answer.headers, body }
}
