import { createServer, type AddressInfo, type Socket, connect } from 'node:net'
import { systemClock } from '../../ports/clock/system-clock.ts'

/** How the way to a server is broken. */
export type NetworkFault =
  /** Connections stay open and new ones are taken, but nothing passes. */
  | 'freeze'
  /** The server's side ends; what we say still goes somewhere. */
  | 'half-close'
  /** Connections are reset, also new ones. */
  | 'reset'

/** Stands between a server and its database, and breaks as a network does. */
export interface FaultyProxy {
  /** The address to use instead. */
  readonly url: string
  break(fault: NetworkFault): void
  /** Each piece passes so much later; ms. */
  delay(ms: number): void
  /** Everything passes again. What froze arrives late, as it does when a network comes back. */
  restore(): void
  close(): Promise<void>
}

export async function faultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target)
  const pairs = new Set<readonly [Socket, Socket]>()
  let fault: NetworkFault | null = null
  let delayMs = 0

  function forward(from: Socket, to: Socket): void {
    from.on('data', (piece) => {
      if (delayMs === 0) to.write(piece)
      else systemClock.after(delayMs, () => void to.write(piece))
    })
    from.on('end', () => to.end())
    from.on('close', () => to.destroy())
    // A reset is what is tested; the other side closes with it.
    from.on('error', () => to.destroy())
  }

  const server = createServer({ allowHalfOpen: true }, (near) => {
    near.on('error', () => undefined)
    if (fault === 'reset') return near.resetAndDestroy()
    if (fault === 'half-close') near.end()
    const far = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    const pair = [near, far] as const
    pairs.add(pair)
    near.on('close', () => pairs.delete(pair))
    forward(near, far)
    forward(far, near)
    if (fault === 'freeze') for (const side of pair) side.pause()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url: url.href,
    break(next) {
      fault = next
      for (const [near, far] of pairs) {
        if (next === 'freeze') for (const side of [near, far]) side.pause()
        else if (next === 'half-close') near.end()
        else near.resetAndDestroy()
      }
    },
    delay(ms) {
      delayMs = ms
    },
    restore() {
      fault = null
      delayMs = 0
      for (const pair of pairs) for (const side of pair) side.resume()
    },
    async close() {
      for (const pair of pairs) for (const side of pair) side.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
