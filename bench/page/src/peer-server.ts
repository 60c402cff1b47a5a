import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
const compressible = new Set(['.html', '.js', '.css', '.json', '.svg'])

export interface PeerServer {
  readonly url: string
  close(): void
}

/** Serves folders on loopback with brotli at its best, as a good host would; the first folder with the file wins. */
export function servePeer(folders: readonly string[]): Promise<PeerServer> {
  const compressed = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname))
    const wanted = path.endsWith('/') ? `${path}index.html` : path
    const file = folders
      .map((folder) => join(folder, wanted))
      .find((each, index) => each.startsWith(folders[index]!) && statSync(each, { throwIfNoEntry: false })?.isFile())
    if (file === undefined) {
      response.writeHead(404).end()
      return
    }
    const type = extname(file)
    response.setHeader('content-type', types[type] ?? 'application/octet-stream')
    if (!compressible.has(type)) return response.end(readFileSync(file))
    const body = compressed.get(file) ?? brotliCompressSync(readFileSync(file))
    compressed.set(file, body)
    response.setHeader('content-encoding', 'br')
    response.end(body)
  })
  return new Promise((resolve, reject) => {
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') return reject(new Error('no port'))
      resolve({ url: `http://127.0.0.1:${address.port}/`, close: () => server.close() })
    })
  })
}
