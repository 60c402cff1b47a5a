import { type Calls, calls, type Client, createClient } from '../../packages/contract/src/index.ts'

/**
 * A typed API client for a running server, for setup that is not what a test is about. Without a token it is not
 * signed in.
 */
export function getApi(origin: string, token?: string): Client<Calls> {
  return createClient(calls, async ({ call, url: address, body }) => {
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
