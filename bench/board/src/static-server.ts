import { createReadStream, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { extname, join, normalize } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
}

/** Serves folders on loopback; the first one that has the file wins. */
export function serve(folders: readonly string[]): Promise<{ url: string; close(): void }> {
  const server: Server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname))
    const wanted = path.endsWith('/') ? `${path}index.html` : path
    for (const folder of folders) {
      const file = join(folder, wanted)
      if (!file.startsWith(folder)) break
      try {
        if (!statSync(file).isFile()) continue
      } catch {
        continue
      }
      response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream')
      createReadStream(file).pipe(response)
      return
    }
    response.statusCode = 404
    response.end()
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
