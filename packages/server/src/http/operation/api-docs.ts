import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { API_DOCS_POLICY } from '../headers.ts'

const folder = join(createRequire(import.meta.url).resolve('@fastify/swagger-ui'), '../static')

const files = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Tavla API</title>
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="docs"></div>
    <noscript>These pages need JavaScript. The description itself is at <a href="/api/openapi.json">/api/openapi.json</a>.</noscript>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`

/** Calls are listed, not sent: a page that sends them would invite people to paste their token. */
const start = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  docExpansion: 'none',
  filter: true,
  deepLinking: true,
  supportedSubmitMethods: [],
  validatorUrl: null,
  plugins: [() => ({ wrapComponents: { authorizeBtn: () => () => null } })],
})
`

/** `/api/docs`: the description of the API as pages. */
export function serveApiDocs(server: FastifyInstance): void {
  const asPage = { 'content-security-policy': API_DOCS_POLICY, 'cache-control': 'no-cache' }
  server.get('/api/docs', (_request, reply) =>
    reply.headers(asPage).type('text/html; charset=utf-8').send(page),
  )
  server.get('/api/docs/start.js', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(start),
  )
  for (const [name, type] of Object.entries(files))
    server.get(`/api/docs/${name}`, async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=86400')
        .type(type)
        .send(await readFile(join(folder, name))),
    )
}
