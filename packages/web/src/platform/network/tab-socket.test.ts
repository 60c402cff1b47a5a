import { signal } from '@preact/signals-core'
import { expect, test } from 'vitest'
import { fakeClock } from '../fake-clock.ts'
import type { RoomSocket, SocketState } from './room-socket.ts'
import { createTabSocket } from './tab-socket.ts'

function fakeSocket() {
  const state = signal<SocketState>('open')
  let closed = 0
  const socket: RoomSocket = {
    state,
    clockAhead: signal(0),
    onNotification: () => () => undefined,
    onOnline: () => () => undefined,
    attachRoom: () => () => undefined,
    send: () => true,
    probe: () => undefined,
    reconnect: () => undefined,
    renew: () => undefined,
    close: () => void closed++,
  }
  return { socket, state, closed: () => closed }
}

function tab() {
  const opened: ReturnType<typeof fakeSocket>[] = []
  const clock = fakeClock()
  const shared = createTabSocket({
    open() {
      const created = fakeSocket()
      opened.push(created)
      return created.socket
    },
    clock,
  })
  return { shared, opened, clock }
}

test('one connection serves all subscribers, and stays open between screens', () => {
  const { shared, opened, clock } = tab()
  const leaves = [shared.listen(), shared.listen()]
  expect(opened).toHaveLength(1)
  for (const leave of leaves) leave()
  clock.pass(1_000)
  const leave = shared.listen()
  clock.pass(5_000)
  expect([opened.length, opened[0]?.closed(), shared.socket.value]).toEqual([1, 0, opened[0]?.socket])
  leave()
  clock.pass(5_000)
  expect([opened[0]?.closed(), shared.socket.value]).toEqual([1, null])
})

test('the connection of an open board replaces it, and gives way again', () => {
  const { shared, opened } = tab()
  shared.listen()
  const board = fakeSocket()
  const release = shared.offer(board.socket)
  expect([opened[0]?.closed(), shared.socket.value]).toEqual([1, board.socket])
  release()
  expect([opened.length, board.closed(), shared.socket.value]).toEqual([2, 0, opened[1]?.socket])
})
