import { connect } from 'node:net'
import type { Clock } from '../../ports/clock/port.ts'
import type { BoardOwner, Leases } from '../journal/lease.ts'

const PROBE_MS = 1_000
/** A larger service checks this many of its processes each time, in turn. */
const PROBES_AT_ONCE = 32

type Probe = 'answers' | 'refuses' | 'silent'

/**
 * Which other processes of the database were reached at their address. Where nobody listens any longer, the process is
 * gone, and its boards need not wait for the end of its lease. If that is wrong, its fencing tokens keep it from doing
 * harm. An address that never answered says nothing of its process: it may be configured wrongly.
 */
export class ReachableNodes {
  readonly #leases: Leases
  readonly #clock: Clock
  /** Addresses by node; one that was changed must answer anew. */
  readonly #reached = new Map<string, string>()
  /** Nodes whose leases are being ended. */
  readonly #expiring = new Map<string, Promise<void>>()
  #next = 0

  constructor(leases: Leases, clock: Clock) {
    this.#leases = leases
    this.#clock = clock
  }

  reached({ node, url }: BoardOwner): void {
    this.#reached.set(node, url)
  }

  /** Nobody listens at a node's address. Resolves when its leases have ended, if that says that it is gone. */
  async refused({ node, url }: BoardOwner): Promise<void> {
    if (this.#reached.get(node) === url) {
      this.#reached.delete(node)
      const expiry = this.#leases.expire(node).finally(() => this.#expiring.delete(node))
      this.#expiring.set(node, expiry)
    }
    // Of many pages only the first one ends them.
    await this.#expiring.get(node)
  }

  /** Asks the other live processes for a connection. */
  async check(): Promise<void> {
    const others = await this.#leases.listOthers()
    const ids = new Set(others.map(({ node }) => node))
    for (const node of this.#reached.keys()) if (!ids.has(node)) this.#reached.delete(node)
    const start = this.#next % Math.max(1, others.length)
    const some = [...others.slice(start), ...others.slice(0, start)].slice(0, PROBES_AT_ONCE)
    this.#next = start + some.length
    await Promise.all(
      some.map(async (other) => {
        const found = await probe(this.#clock, other.url)
        if (found === 'answers') this.reached(other)
        if (found === 'refuses') await this.refused(other)
      }),
    )
  }
}

function probe(clock: Clock, url: string): Promise<Probe> {
  const { protocol, hostname, port } = new URL(url)
  const usualPort = protocol === 'https:' ? 443 : 80
  return new Promise((resolve) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? usualPort : Number(port),
    })
    const end = (found: Probe): void => {
      cancel()
      socket.destroy()
      resolve(found)
    }
    const cancel = clock.after(PROBE_MS, () => end('silent'))
    socket.on('connect', () => end('answers'))
    socket.on('error', (error) =>
      end('code' in error && error.code === 'ECONNREFUSED' ? 'refuses' : 'silent'),
    )
  })
}
