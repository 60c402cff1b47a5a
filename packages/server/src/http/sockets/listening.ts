import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { httpLimits } from '../http-limits.ts'

/**
 * A listener accepts one connection in each turn of the event loop. After a server has been killed, hundreds of pages
 * connect to one whose turns are long then: with one listener the last of them waited five seconds for its connection
 * alone. Windows and macOS do not distribute connections among listeners of one port.
 */
const listeners = process.platform === 'linux' ? 8 : 1

/** As those of an HTTP server. */
const settings = { noDelay: true, allowHalfOpen: true } as const

export interface Place {
  readonly host: string
  /** 0: one that is free. */
  readonly port: number
}

export interface Listening {
  readonly url: string
  /** Accepts no more connections; resolves when those that are open have ended. */
  close(): Promise<void>
}

/** Begins to accept connections, or rejects with the reason why nobody can listen there. */
export async function listen(server: FastifyInstance, { host, port }: Place): Promise<Listening> {
  const close = (): Promise<void> => server.close()
  if (listeners === 1) return { url: await server.listen({ host, port }), close }
  // A port that another process shares could be joined; a listener that does not share finds out whether it is free.
  if (port !== 0) await findWhetherFree({ host, port })
  const shared = { host, port, reusePort: true }
  const url = await server.listen(shared)
  const most = Math.ceil(httpLimits.connections / listeners)
  server.server.maxConnections = most
  const address = server.server.address()
  if (address === null || typeof address === 'string') return { url, close }
  const others = Array.from({ length: listeners - 1 }, () =>
    createServer(settings, (socket: Socket) => void server.server.emit('connection', socket)),
  )
  for (const other of others) {
    other.maxConnections = most
    other.on('drop', (dropped) => server.server.emit('drop', dropped))
    await bind(other, { host: address.address, port: address.port, reusePort: true })
    other.on('error', (error) => server.server.emit('error', error))
  }
  return {
    url,
    async close() {
      const closed = others.map((other) => new Promise<void>((resolve) => other.close(() => resolve())))
      await Promise.all([close(), ...closed])
    },
  }
}

async function findWhetherFree(place: Place): Promise<void> {
  const listener = createServer()
  await bind(listener, place)
  listener.close()
  await once(listener, 'close')
}

/** Rejects when it cannot listen there. */
async function bind(listener: Server, place: Place & { readonly reusePort?: boolean }): Promise<void> {
  listener.listen(place)
  await once(listener, 'listening')
}
