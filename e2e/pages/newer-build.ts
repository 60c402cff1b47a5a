import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'

/** A proxy in front of the real server that can pretend to serve a newer build of the web app. */
export interface BuildServer {
  readonly url: string
  /** From now on the page's entry script and the service worker are those of a newer build. */
  newer(): void
  close(): Promise<void>
}

/** The entry script, in the page and in the service worker's list of files. */
const entry = /(\/app\/assets\/index-[\w-]+?)(-newer)?\.js/g

/** Proxies everything, WebSockets included. The newer build differs only in the name of its entry script. */
export async function buildServer(origin: string): Promise<BuildServer> {
  const { hostname, port } = new URL(origin)
  let isNewer = false

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const path = (incoming.url ?? '').replace('-newer.js', '.js')
    const isOfBuild = path === '/app/sw.js' || !/\.[a-z0-9]+(\?|$)/i.test(path.split('?')[0] ?? '')
    // A response that is rewritten must be complete and uncompressed.
    const plain = { 'accept-encoding': 'identity', 'if-none-match': '', 'if-modified-since': '' }
    const headers = isOfBuild ? { ...incoming.headers, ...plain } : incoming.headers
    const passed = ask({ hostname, port, path, method: incoming.method, headers }, (answer) => {
      if (!isOfBuild || !isNewer || path.startsWith('/api/')) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
        return
      }
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8').replace(entry, '$1-newer.js')
        const { 'content-length': _, 'transfer-encoding': __, etag: ___, ...rest } = answer.headers
        outgoing.writeHead(answer.statusCode ?? 502, rest).end(text.replace(/("id":")(\w+)/, '$1newer'))
      })
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  }

  const server = createServer(pass)
  server.on('upgrade', (incoming, socket, head) => {
    const beyond = connect(Number(port), hostname, () => {
      const lines = incoming.rawHeaders.flatMap((name, i, all) =>
        i % 2 === 0 ? [`${name}: ${all[i + 1]}`] : [],
      )
      beyond.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      beyond.write(head)
      beyond.pipe(socket).pipe(beyond)
    })
    beyond.on('error', () => socket.destroy())
    socket.on('error', () => beyond.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    newer: () => void (isNewer = true),
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
