import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'

/** A server before the real one, which can be given another build of the web. */
export interface BuildServer {
  readonly url: string
  /** From now on the page begins with a script of another name, and the service worker is of that build. */
  newer(): void
  close(): Promise<void>
}

/** The page's first script, in the page and in the list of the service worker. */
const entry = /(\/app\/assets\/index-[\w-]+?)(-newer)?\.js/g

/** Passes everything on, sockets too. The newer build differs from the other by the name of its first script. */
export async function buildServer(origin: string): Promise<BuildServer> {
  const { hostname, port } = new URL(origin)
  let isNewer = false

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const path = (incoming.url ?? '').replace('-newer.js', '.js')
    const isOfBuild = path === '/app/sw.js' || !/\.[a-z0-9]+(\?|$)/i.test(path.split('?')[0] ?? '')
    // What is changed on the way must come whole and plain.
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
