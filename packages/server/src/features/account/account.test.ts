import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../../testing/server.ts'

describe('an account', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
  })
  afterAll(() => server.stop())

  it('is made, signed in and recognised by its token', async () => {
    const { token, user } = await server
      .as(null)
      .auth.register({ body: { email: 'Ada@Example.com', password: 'correct horse' } })
    expect(user).toMatchObject({
      email: 'ada@example.com',
      name: 'Ada',
      role: 'administrator',
      emailVerified: false,
    })
    expect(await server.as(null).auth.loggedin({ token })).toEqual(user)
  })
})
