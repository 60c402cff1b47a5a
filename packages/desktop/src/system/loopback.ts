import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseSignInLink, type SignInLink } from '../core/link.ts'
import type { Loopback } from '../core/sign-in-flow.ts'

/**
 * Waits on 127.0.0.1 for the sign-in page to hand over its code. The page asks in the background and sees the answer,
 * so that the browser never leaves it. Only the server's own pages are answered, and only under this very address:
 * another page would not know `state`, but need not learn that somebody waits here.
 */
export function listenOnLoopback(origin: string, onLink: (link: SignInLink) => boolean): Promise<Loopback> {
  const server = createServer({ maxHeaderSize: 8 * 1024 }, (request, response) => {
    const { port } = server.address() as AddressInfo
    const host = `127.0.0.1:${port}`
    if (request.headers.host !== host || request.headers.origin !== origin) return end(response, 403)
    response.setHeader('access-control-allow-origin', origin)
    response.setHeader('vary', 'origin')
    if (request.method === 'OPTIONS') {
      // Browsers that ask before a page reaches a local address.
      response.setHeader('access-control-allow-private-network', 'true')
      return end(response, 204)
    }
    if (request.method !== 'GET') return end(response, 405)
    const link = parseSignInLink(`http://${host}${request.url ?? ''}`, { via: 'loopback', port })
    end(response, link && onLink(link) ? 204 : 403)
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      resolve({
        port: (server.address() as AddressInfo).port,
        close() {
          server.close()
          server.closeAllConnections()
        },
      })
    })
  })
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'cache-control': 'no-store' }).end()
}
