import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { basePath } from '@tavla/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cardFormPolicy, newNonce, type PageOrigins, pagePolicy, WORKER_POLICY } from '../headers.ts'
import { createPacker, getEncoding } from './compressed.ts'
import { listPreloads } from './preloads.ts'

const NONCE_PLACE = '__CSP_NONCE__'
const SERVICE_WORKER = 'sw.js'
/** The card form's document, which has its own policy. */
const CARD_FORM = 'pay'
/** The screen that passes a code to the desktop app. */
const DESKTOP_SIGN_IN = 'pclogin'
const YEAR_S = 31_536_000

/**
 * Serves the built web app under its base path: hashed files cached for a year, the page uncached and with
 * its own nonce.
 */
export async function serveWeb(
  server: FastifyInstance,
  dist: string,
  payments: 'off' | 'sandbox' | 'stripe' = 'off',
  origins: Pick<PageOrigins, 'voiceUrl' | 'filesOrigin'> = { voiceUrl: null, filesOrigin: null },
): Promise<void> {
  const toApp = (_request: FastifyRequest, reply: FastifyReply) => reply.redirect(`${basePath}/`, 302)
  server.get('/', toApp)
  server.get(basePath, toApp)
  if (!existsSync(join(dist, 'index.html'))) {
    server.get(`${basePath}/*`, (_request, reply) =>
      reply
        .code(503)
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send('The web is not built yet: run "npm run build".\n'),
    )
    return
  }
  // The service worker takes what was shared with the installed app; without one, only the page can be opened.
  server.post(`${basePath}/share`, {
    onRequest: async (_request, reply) => reply.redirect(`${basePath}/dashboard`, 303),
    handler: () => undefined,
  })
  // `serve: false`: only known files are sent, every other path gets the page.
  await server.register(fastifyStatic, { root: dist, serve: false, cacheControl: false, dotfiles: 'deny' })

  const packed = createPacker(dist)

  async function file(request: FastifyRequest, reply: FastifyReply, path: string, cache: string) {
    reply.headers({ 'cache-control': cache, vary: 'accept-encoding' })
    const encoding = getEncoding(request.headers['accept-encoding'])
    const found = encoding && (await packed(path, encoding))
    if (!found) return reply.sendFile(path)
    reply.header('etag', found.etag)
    if (request.headers['if-none-match'] === found.etag) return reply.code(304).send()
    return reply.header('content-encoding', encoding).type(found.type).send(found.bytes)
  }

  server.get(`${basePath}/*`, async (request, reply) => {
    const path = (request.params as { '*': string })['*']
    if (path === CARD_FORM || path === `${CARD_FORM}.html`) {
      if (payments === 'off') return reply.callNotFound()
      return reply
        .headers({
          'content-security-policy': cardFormPolicy(payments),
          'x-frame-options': 'SAMEORIGIN',
          'permissions-policy': 'payment=(self), microphone=(), camera=(), geolocation=()',
          'cache-control': 'no-store',
        })
        .type('text/html; charset=utf-8')
        .send(await readFile(join(dist, `${CARD_FORM}.html`), 'utf8'))
    }
    if (path === SERVICE_WORKER) reply.header('content-security-policy', WORKER_POLICY)
    if (path.startsWith('assets/')) return file(request, reply, path, `public, max-age=${YEAR_S}, immutable`)
    if (path !== 'index.html' && /\.[a-z0-9]+$/i.test(path)) return file(request, reply, path, 'no-cache')
    const loopbackPort = path === DESKTOP_SIGN_IN ? getLoopbackPort(request.url) : undefined
    return page(reply, dist, path, { ...origins, loopbackPort })
  })
}

/** The loopback port at which the desktop app waits for its sign-in. */
function getLoopbackPort(url: string): number | undefined {
  const query = new URLSearchParams(url.split('?')[1])
  const port = Number(query.get('port'))
  const isPort = Number.isInteger(port) && port >= 1024 && port <= 65_535
  return query.get('via') === 'loopback' && isPort ? port : undefined
}

async function page(
  reply: FastifyReply,
  dist: string,
  path: string,
  reachable: PageOrigins,
): Promise<FastifyReply> {
  const nonce = newNonce()
  const html = await readFile(join(dist, 'index.html'), 'utf8')
  const preloads = await listPreloads(dist, path)
  return reply
    .header('content-security-policy', pagePolicy(nonce, reachable, hashInlineScripts(html)))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html.replace('</head>', `${preloads}</head>`).replaceAll(NONCE_PLACE, nonce))
}

/** The hashes by which the policy allows the scripts in the page itself, and nothing else that is inline. */
function hashInlineScripts(html: string): readonly string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^<]+)<\/script>/g)].map(
    ([, code = '']) => `sha256-${createHash('sha256').update(code).digest('base64')}`,
  )
}
