import { createServer, type Server } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../ports/clock/system-clock.ts'
import type { BoardOwner, Leases } from '../journal/lease.ts'
import { ReachableNodes } from './reachable-nodes.ts'

let listener: Server
let others: BoardOwner[]
let expired: string[]
let nodes: ReachableNodes

beforeEach(async () => {
  listener = createServer((socket) => socket.destroy())
  const url = `http://127.0.0.1:${await listen(0)}`
  others = [{ node: 'a', url }]
  expired = []
  const leases = {
    listOthers: () => Promise.resolve(others),
    expire: (node: string) => Promise.resolve(void expired.push(node)),
  }
  nodes = new ReachableNodes(leases as Partial<Leases> as Leases, systemClock)
})
afterEach(() => stop())

async function listen(port: number): Promise<number> {
  await new Promise<void>((resolve) => listener.listen(port, '127.0.0.1', resolve))
  return (listener.address() as AddressInfo).port
}
const stop = (): Promise<void> => new Promise((resolve) => void listener.close(() => resolve()))

test('a process where nobody listens any longer is dead, although no page was forwarded to it', async () => {
  await nodes.check()
  expect(expired).toEqual([])
  await stop()
  await nodes.check()
  expect(expired).toEqual(['a'])
})

test('an address that never answered says nothing of its process', async () => {
  await stop()
  await nodes.check()
  await nodes.check()
  expect(expired).toEqual([])
})

test('nor does a new address of a process that was reached at another one', async () => {
  await nodes.check()
  others = [{ node: 'a', url: 'http://127.0.0.1:1' }]
  await nodes.check()
  expect(expired).toEqual([])
})
