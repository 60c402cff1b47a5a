import { describe, expect, expectTypeOf, it } from 'vitest'
import { calls } from './calls/index.ts'
import { BadAnswer, createClient, Refusal } from './client.ts'
import type { OutgoingCall } from './client.ts'

function clientAnswering(answer: unknown) {
  const sent: OutgoingCall[] = []
  const client = createClient(
    calls,
    (outgoing: OutgoingCall, _options?: { readonly idempotencyKey: string }) => {
      sent.push(outgoing)
      return Promise.resolve(answer)
    },
  )
  return { client, sent }
}

const ok = (data: unknown) => ({ code: 200, message: '', data })

describe('the client', () => {
  it('puts the query into the URL and omits missing values', async () => {
    const { client, sent } = clientAnswering(ok({ list: [], total: 0 }))
    await client.space.members({ query: { wid: 'w1', key: 'å & b', role: undefined, all: '1' } })
    expect(sent[0]?.url).toBe('/api/space/member?wid=w1&key=%C3%A5%20%26%20b&all=1')
    expect(sent[0]?.name).toBe('space.members')
    expect(sent[0]?.body).toBeNull()
  })

  it('returns the data without undeclared fields', async () => {
    const { client } = clientAnswering(ok({ remain: 300, extra: true }))
    expect(await client.space.voiceRemain({ query: { wid: 'w1' } })).toEqual({ remain: 300 })
  })

  it('throws a refusal with code, name and data, whatever the HTTP status', async () => {
    const { client } = clientAnswering({ code: 4018, message: 'wait', data: { retryAfter: 30 } })
    const refusal: unknown = await client.auth
      .login({ body: { email: 'a@b.cd', password: 'p' } })
      .catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({
      code: 4018,
      codeName: 'too_many_tries',
      callName: 'auth.login',
      data: { retryAfter: 30 },
    })
  })

  it('throws for codes that it does not know yet', async () => {
    const { client } = clientAnswering({ code: 4999, message: '', data: null })
    await expect(client.user.vip()).rejects.toMatchObject({ code: 4999, codeName: undefined })
  })

  it.each([undefined, null, 'hello', [], {}, { code: '200' }])(
    'rejects %j as no answer of the server',
    async (answer) => {
      const { client } = clientAnswering(answer)
      await expect(client.user.vip()).rejects.toThrow(BadAnswer)
    },
  )

  it('reports data that does not match its declaration', async () => {
    const { client } = clientAnswering(ok({ remain: 'much' }))
    await expect(client.space.voiceRemain({ query: { wid: 'w1' } })).rejects.toThrow(/space.voiceRemain/)
  })

  it('passes bytes, the caller’s token and options on', async () => {
    const { client, sent } = clientAnswering(ok({ photo: '/p/1' }))
    const file = {
      size: 1,
      type: 'image/png',
      name: 'a.png',
      arrayBuffer: () => Promise.resolve(new ArrayBuffer(1)),
    }
    await client.user.setPhoto({ file })
    expect(sent[0]?.file).toBe(file)
    await client.auth.loggedin({ token: 't' }).catch(() => null)
    expect(sent[1]?.token).toBe('t')
  })

  it('types input and answer of a call by its declaration alone', () => {
    const { client } = clientAnswering(ok({}))
    expectTypeOf(client.auth.loggedin).parameter(0).toExtend<{ readonly token: string }>()
    expectTypeOf<Awaited<ReturnType<typeof client.space.voiceRemain>>>().toEqualTypeOf<{ remain: number }>()
    expectTypeOf<NonNullable<Parameters<typeof client.user.rename>[0]>['body']>().toEqualTypeOf<{
      name: string
    }>()
  })
})
