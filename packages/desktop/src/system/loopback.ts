import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseSignInLink, type SignInLink } from '../core/link.ts'
import type { Loopback } from '../core/sign-in-flow.ts'

/**
 * Waits on 127.0.0.1 for the code of the sign-in page, which sends it with `fetch`, so that the browser stays on
 * the page. Answers only requests of the server's own pages and with this exact host; other pages lack `state`
 * and must not even detect the listener.
 */
export async function listenOnLoopback(
  origin: string,
  onLink: (link: SignInLink) => boolean,
): Promise<Loopback> {
  // Loading it takes longer than all of the app's own code, and few starts sign in.
  const { createServer } = await import('node:http')
  const server = createServer({ maxHeaderSize: 8 * 1024 }, (request, response) => {
    const { port } = server.address() as AddressInfo
    const host = `127.0.0.1:${port}`
    if (request.headers.host !== host || request.headers.origin !== origin) return end(response, 403)
    response.setHeader('access-control-allow-origin', origin)
    response.setHeader('vary', 'origin')
    if (request.method === 'OPTIONS') {
      // Required by browsers with Private Network Access.
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
