import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closeCodes, frameLimits } from '@tavla/contract/realtime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { systemClock } from '../ports/clock/system.ts'
import { type Gateway, openGateway } from './gateway.ts'

const server = createServer((_request, response) => response.end())
let gateway: Gateway
let base: string

beforeEach(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  base = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  let count = 0
  gateway = openGateway({
    server,
    path: '/api/live',
    clock: systemClock,
    newId: () => `c${(count += 1)}`,
    mayOpen: (origin) => origin === 'http://ours',
    host: {
      clock: systemClock,
      access: {
        redeem: () => Promise.resolve(null),
        standings: () => Promise.resolve(null),
        memberships: () => Promise.resolve(new Set()),
      },
      boardFormat: 'b',
      arrive: () => true,
      depart: () => undefined,
      watch: () => undefined,
      join: () => Promise.resolve(null),
    },
  })
})

afterEach(async () => {
  gateway.drain()
  server.removeAllListeners('upgrade')
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
})

const endOf = (socket: WebSocket): Promise<number> =>
  new Promise((ended) => {
    socket.on('close', ended)
    socket.on('error', () => undefined)
  })
const opened = (socket: WebSocket): Promise<void> =>
  new Promise((open, refused) => {
    socket.on('open', open)
    socket.on('error', refused)
  })

test('pages of other sites are turned away, ours and programs are not', async () => {
  const foreign = new WebSocket(`${base}/api/live`, { origin: 'http://evil' })
  expect(await endOf(foreign)).toBe(closeCodes.bad_origin.code)
  for (const options of [{ origin: 'http://ours' }, {}]) {
    const socket = new WebSocket(`${base}/api/live?x=1`, options)
    await opened(socket)
    socket.send(new Uint8Array([1, 2]))
    expect(await endOf(socket)).toBe(closeCodes.bad_frame.code)
  }
})

test('text, oversized and senseless messages close the socket with their code', async () => {
  const cases: [number, string | Uint8Array][] = [
    [closeCodes.bad_frame.code, '{"t":"hello"}'],
    [closeCodes.bad_frame.code, new Uint8Array([255, 255, 255, 255, 255])],
    [closeCodes.too_large.code, new Uint8Array(frameLimits.clientFrame + 1)],
    [1009, new Uint8Array(2 * frameLimits.clientFrame + 1)],
  ]
  for (const [code, message] of cases) {
    const socket = new WebSocket(`${base}/api/live`)
    await opened(socket)
    socket.send(message)
    expect(await endOf(socket)).toBe(code)
  }
})

test('a draining server asks everybody to come back and takes nobody new', async () => {
  const socket = new WebSocket(`${base}/api/live`)
  await opened(socket)
  gateway.drain()
  expect(await endOf(socket)).toBe(closeCodes.draining.code)
  await expect(opened(new WebSocket(`${base}/api/live`))).rejects.toThrow('503')
})
