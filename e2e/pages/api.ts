import { type Calls, calls, type Client, createClient } from '../../packages/contract/src/index.ts'

/** The typed client against a running server, as one person or as nobody: it prepares what a test is not about. */
export function getApi(origin: string, token?: string): Client<Calls> {
  return createClient(calls, async ({ call, address, body }) => {
    const answer = await fetch(`${origin}${address}`, {
      method: call.method,
      headers: {
        ...(call.body === null ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { token }),
      },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    })
    return answer.json()
  })
}
