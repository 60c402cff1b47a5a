import { createClient, defineCall } from '@tavla/contract'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { fakeClock } from '../fake-clock.ts'
import { createSend, NoResponseError } from './send.ts'
import type { SendOptions } from './send.ts'

const calls = {
  user: {
    name: defineCall({
      method: 'POST',
      path: '/api/name',
      summary: '',
      auth: 'user',
      body: () => z.object({ name: z.string() }),
    }),
    loggedIn: defineCall({
      method: 'GET',
      path: '/api/loggedin',
      summary: '',
      auth: 'user',
      token: 'caller',
    }),
    upload: defineCall({
      method: 'POST',
      path: '/api/upload',
      summary: '',
      auth: 'user',
      file: 'required',
      retried: true,
    }),
  },
}

const ok = () => Response.json({ code: 200, data: {} })

const ada = { token: 'stored-token', uid: 'u1' }

function setUp(fetch: (address: string, init: RequestInit) => Promise<Response>) {
  /** Who is signed in, and what renews the token meanwhile. */
  const stored: { session: typeof ada | null; renewal: Promise<void> } = {
    session: ada,
    renewal: Promise.resolve(),
  }
  const clock = fakeClock()
  const onRefusal = vi.fn()
  const sent = vi.fn(fetch)
  const send = createSend({
    fetch: sent,
    clock,
    session: () => stored.session,
    tokenSettled: () => stored.renewal,
    path: () => '/app/whiteboard',
    onRefusal,
  })
  return { api: createClient<typeof calls, SendOptions>(calls, send), clock, onRefusal, sent, stored }
}

function getRequest(sent: ReturnType<typeof setUp>['sent']): RequestInit & { headers: Headers } {
  return sent.mock.calls[0]?.[1] as RequestInit & { headers: Headers }
}

/** Runs everything that does not wait for a timer. */
async function settle() {
  for (let turn = 0; turn < 5; turn++) await new Response('').text()
}

describe('sending a call', () => {
  it('adds the stored token and credentials', async () => {
    const { api, sent } = setUp(async () => ok())
    await api.user.name({ body: { name: 'Ada' } })
    const request = getRequest(sent)
    expect(request.headers.get('token')).toBe('stored-token')
    expect(request.credentials).toBe('include')
    expect(request.body).toBe('{"name":"Ada"}')
  })

  it('leaves the token of the logged-in check to the caller', async () => {
    const { api, sent } = setUp(async () => ok())
    await api.user.loggedIn({ token: 'mine' })
    expect(getRequest(sent).headers.get('token')).toBe('mine')
  })

  it('times out after 30 s', async () => {
    const { api, clock } = setUp(
      (_address, init) =>
        new Promise((_, reject) =>
          init.signal?.addEventListener('abort', () => reject(new Error('aborted'))),
        ),
    )
    const answer = api.user.name({ body: { name: 'Ada' } }).catch((error: unknown) => error)
    await settle()
    clock.pass(29_999)
    await settle()
    clock.pass(1)
    expect(await answer).toMatchObject({ reason: 'timeout' })
  })

  it('reports a refusal with the page on which the call began', async () => {
    const { api, onRefusal } = setUp(async () =>
      Response.json({ code: 4052, data: { reason: 'file' } }, { status: 413 }),
    )
    await expect(api.user.name({ body: { name: 'Ada' } }, { quiet: true })).rejects.toMatchObject({
      code: 4052,
    })
    expect(onRefusal).toHaveBeenCalledWith(
      { code: 4052, data: { reason: 'file' }, path: '/app/whiteboard', token: 'stored-token' },
      { quiet: true },
    )
  })

  it('reads the code from the body, whatever the HTTP status', async () => {
    const { api } = setUp(async () => Response.json({ code: 4003, data: {} }, { status: 200 }))
    await expect(api.user.name({ body: { name: 'Ada' } })).rejects.toMatchObject({ code: 4003 })
  })

  it('reports a server failure if a proxy answers with a page', async () => {
    const { api } = setUp(async () => new Response('<h1>Bad gateway</h1>', { status: 502 }))
    await expect(api.user.name({ body: { name: 'Ada' } })).rejects.toMatchObject({ reason: 'server' })
  })
})

describe('sending a file', () => {
  const file = new File(['x'], 'a.png', { type: 'image/png' })

  /** Fails this many times, then answers; runs `between` between attempts. */
  async function upload(failures: number, fail: () => Promise<Response>) {
    let attempts = 0
    const set = setUp(async () => (++attempts <= failures ? fail() : ok()))
    const done = set.api.user.upload({ file }).then(
      () => 'stored',
      (error: unknown) => error,
    )
    const attemptTimes: number[] = []
    for (let second = 0; second < 5; second++) {
      await settle()
      attemptTimes.push(attempts)
      set.clock.pass(1000)
    }
    return { result: await done, attemptTimes }
  }

  it('is retried three times, 1 s apart, without an answer', async () => {
    const { result, attemptTimes } = await upload(3, () => Promise.reject(new TypeError('Failed to fetch')))
    expect(attemptTimes).toEqual([1, 2, 3, 4, 4])
    expect(result).toBe('stored')
  })

  it('fails after the third retry', async () => {
    const { result, attemptTimes } = await upload(9, () => Promise.reject(new TypeError('Failed to fetch')))
    expect(attemptTimes.at(-1)).toBe(4)
    expect(result).toBeInstanceOf(NoResponseError)
  })

  it('is retried after HTTP 5xx', async () => {
    const { result, attemptTimes } = await upload(1, async () =>
      Response.json({ code: 5000, data: {} }, { status: 500 }),
    )
    expect(attemptTimes.at(-1)).toBe(2)
    expect(result).toBe('stored')
  })

  it('is never retried after a refusal', async () => {
    const { result, attemptTimes } = await upload(9, async () =>
      Response.json({ code: 4052, data: {} }, { status: 413 }),
    )
    expect(attemptTimes.at(-1)).toBe(1)
    expect(result).toMatchObject({ code: 4052 })
  })

  it('uses multipart with a part named file', async () => {
    const { api, sent } = setUp(async () => ok())
    await api.user.upload({ file })
    const form = getRequest(sent).body as FormData
    expect((form.get('file') as File).name).toBe('a.png')
    expect(getRequest(sent).headers.get('content-type')).toBeNull()
  })
})

describe('a session that the server does not know', () => {
  /** A server that knows only this token; something can happen while a call is in flight. */
  function knowing(token: string, onTheWay: (stored: ReturnType<typeof setUp>['stored']) => void) {
    const set = setUp(async (_address, init) => {
      onTheWay(set.stored)
      const known = (init.headers as Headers).get('token') === token
      return known ? ok() : Response.json({ code: 4001, data: {} }, { status: 401 })
    })
    return set
  }
  const getTokens = ({ sent }: ReturnType<typeof setUp>) =>
    sent.mock.calls.map(([, init]) => (init.headers as Headers).get('token'))

  it('is reported with the token that the call was sent with', async () => {
    const set = knowing('another', () => undefined)
    await expect(set.api.user.name({ body: { name: 'Ada' } })).rejects.toMatchObject({ code: 4001 })
    expect(set.onRefusal.mock.calls).toMatchObject([[{ code: 4001, token: 'stored-token' }, {}]])
    expect(getTokens(set)).toEqual(['stored-token'])
  })

  it('is retried once if the same person has a new token by now, and nobody is signed out', async () => {
    const set = knowing('new', (stored) => (stored.session = { ...ada, token: 'new' }))
    await set.api.user.name({ body: { name: 'Ada' } })
    expect(getTokens(set)).toEqual(['stored-token', 'new'])
    expect(set.onRefusal).not.toHaveBeenCalled()
  })

  it('waits for a pending call that renews the token', async () => {
    let renewed = () => {}
    const set = knowing('new', (stored) => {
      stored.renewal = new Promise((resolve) => (renewed = resolve))
    })
    const answer = set.api.user.name({ body: { name: 'Ada' } })
    await settle()
    expect([getTokens(set), set.onRefusal.mock.calls]).toEqual([['stored-token'], []])
    set.stored.session = { ...ada, token: 'new' }
    renewed()
    await answer
    expect(getTokens(set)).toEqual(['stored-token', 'new'])
  })

  it('is never retried as a different person', async () => {
    const set = knowing('new', (stored) => (stored.session = { uid: 'u2', token: 'new' }))
    await expect(set.api.user.name({ body: { name: 'Ada' } })).rejects.toMatchObject({ code: 4001 })
    expect(getTokens(set)).toEqual(['stored-token'])
    expect(set.onRefusal.mock.calls).toMatchObject([[{ token: 'stored-token' }, {}]])
  })

  it('is not retried if the caller passed the token', async () => {
    const set = knowing('new', (stored) => (stored.session = { ...ada, token: 'new' }))
    await expect(set.api.user.loggedIn({ token: 'mine' })).rejects.toMatchObject({ code: 4001 })
    expect(getTokens(set)).toEqual(['mine'])
    expect(set.onRefusal.mock.calls).toMatchObject([[{ token: 'mine' }, {}]])
  })

  it('in the call that renews the token itself fails at once', async () => {
    const set = knowing('new', (stored) => {
      stored.renewal = new Promise(() => undefined)
    })
    const answer = set.api.user.name({ body: { name: 'Ada' } }, { renewsToken: true })
    await expect(answer).rejects.toMatchObject({ code: 4001 })
    expect(getTokens(set)).toEqual(['stored-token'])
  })
})
