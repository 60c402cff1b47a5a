import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { person, createSpace } from '../../testing/as.ts'
import { head, RawSocket } from '../../testing/hostile/raw-socket.ts'
import { type TestServer, testServer } from '../../testing/test-server.ts'
import { httpLimits } from '../http-limits.ts'

describe('TCP connections', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
  })
  afterAll(() => server.stop())

  const open = () => RawSocket.open(Number(new URL(server.url).port))
  const getBody = (raw: RawSocket): unknown => JSON.parse(raw.received.toString().split('\r\n\r\n')[1] ?? '')
  const login = (length: number): string =>
    head(
      'POST /api/user/login HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/json',
      `Content-Length: ${length}`,
    )

  it.each([
    ['no HTTP', 'SSH-2.0-OpenSSH\r\n\r\n', 400, 'cannot be read'],
    [
      'headers that are too large',
      head('GET / HTTP/1.1', 'Host: a', `X: ${'a'.repeat(httpLimits.headerBytes)}`),
      431,
      'is too large',
    ],
  ])('%s is answered with the envelope and ends the connection', async (_name, bytes, status, fault) => {
    const raw = await open()
    raw.write(bytes)
    await raw.closed
    expect(raw.statuses).toEqual([status])
    expect(getBody(raw)).toMatchObject({ code: 4000, data: { fields: { request: fault } } })
  })

  it.runIf(process.platform === 'linux')(
    'many at once are accepted in fewer turns of the event loop than there are',
    async () => {
      const count = 64
      let waiting = count
      const port = Number(new URL(server.url).port)
      const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'))
      for (const socket of sockets) {
        socket.on('error', (error) => expect.unreachable(error.message))
        socket.once('data', () => (waiting -= 1))
        socket.write(head('GET /healthz HTTP/1.1', 'Host: a'))
      }
      let turns = 0
      for (; waiting > 0; turns += 1) await new Promise((resolve) => setImmediate(resolve))
      for (const socket of sockets) socket.destroy()
      expect(turns).toBeLessThan(count)
    },
  )

  it('a body that does not arrive ends its connection in time, also for unknown URLs', async () => {
    for (const path of ['/api/user/login', '/nowhere']) {
      const raw = await open()
      raw.write(login(100).replace('/api/user/login', path) + '{')
      await raw.flushed()
      // The server has read the head once it answers another connection.
      await fetch(`${server.url}/healthz`)
      server.clock.advance(httpLimits.bodyWithin)
      await raw.closed
      expect(raw.statuses).toEqual([408])
    }
  })

  it('a body that arrived in time keeps its connection', async () => {
    const raw = await open()
    raw.write(`${login(2)}{}`)
    await raw.waitForText('"code":4000')
    server.clock.advance(2 * httpLimits.bodyWithin)
    raw.write(`${login(2)}{}`)
    await raw.waitForText('HTTP/1.1 400')
    expect(raw.isClosed).toBe(false)
    raw.reset()
  })

  it('a file can arrive slowly', async () => {
    const ada = await person(server, 'Ada')
    const wid = await createSpace(ada, 'Files')
    const { url } = await ada.call.file.upload({
      query: { wid, filename: 'a.txt', filesize: 5, type: 'text/plain' },
    })
    const raw = await open()
    const named = "Content-Disposition: attachment; filename*=UTF-8''a.txt"
    raw.write(`${head(`PUT ${url} HTTP/1.1`, 'Host: localhost', 'Content-Length: 5', named)}he`)
    await fetch(`${server.url}/healthz`)
    server.clock.advance(2 * httpLimits.bodyWithin)
    raw.write('llo')
    await raw.waitForText('"code":200')
    expect(raw.statuses).toEqual([200])
    raw.reset()
  })

  it('a request that offers another protocol is answered as plain HTTP', async () => {
    const raw = await open()
    raw.write(head('GET /healthz HTTP/1.1', 'Host: localhost', 'Connection: Upgrade, close', 'Upgrade: h2c'))
    await raw.closed
    expect(raw.statuses).toEqual([200])
  })
})
