import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pagePolicy } from '../headers.ts'
import { answerHead } from '../sockets/head.ts'
import { serveWeb } from './web.ts'

const script = 'export const answer = 42\n'.repeat(200)

describe('the built web app', () => {
  const dist = mkdtempSync(join(tmpdir(), 'tavla-dist-'))
  let server: FastifyInstance
  beforeAll(async () => {
    mkdirSync(join(dist, 'assets'))
    mkdirSync(join(dist, 'locales/en'), { recursive: true })
    writeFileSync(
      join(dist, 'index.html'),
      '<html><script nonce="__CSP_NONCE__"></script><head><meta nonce="__CSP_NONCE__"><script>first()</script></head></html>',
    )
    writeFileSync(join(dist, 'assets/app-1.js'), script)
    writeFileSync(join(dist, 'locales/en/app.json'), '{"hello":"Hello"}')
    writeFileSync(join(dist, '.secret.js'), script)
    writeFileSync(join(dist, 'sw.js'), script)
    writeFileSync(join(dist, 'assets/built-1.js'), script)
    writeFileSync(join(dist, 'assets/built-1.js.br'), brotliCompressSync('as the build compressed it'))
    writeFileSync(join(dist, 'assets/built-1.js.gz'), gzipSync('as the build compressed it'))
    writeFileSync(join(dist, 'assets/edited-1.js.br'), brotliCompressSync('before it was edited'))
    utimesSync(join(dist, 'assets/edited-1.js.br'), 1, 1)
    writeFileSync(join(dist, 'assets/edited-1.js'), script)
    server = Fastify({ exposeHeadRoutes: false })
    answerHead(server)
    await serveWeb(server, dist)
  })
  afterAll(async () => {
    await server.close()
    rmSync(dist, { recursive: true })
  })
  const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers })

  it('is an uncached page with its own nonce at every URL of the app', async () => {
    const nonces = new Set<string>()
    for (const path of ['/app/', '/app/dashboard', '/app/whiteboard?w=a.b', '/app/index.html']) {
      const { body, headers, statusCode } = await get(path)
      expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
      const nonce = /<script nonce="([^"]+)">/.exec(body)?.[1] ?? ''
      expect(body).toContain(`<meta nonce="${nonce}">`)
      expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
      const policy = String(headers['content-security-policy'])
      expect(policy).not.toMatch(/unsafe-(inline|eval)|\*|https?:/)
      const hash = `sha256-${createHash('sha256').update('first()').digest('base64')}`
      for (const rule of [
        `script-src 'self' '${hash}'`,
        "connect-src 'self' blob: data:",
        "object-src 'none'",
      ])
        expect(policy.split('; ')).toContain(rule)
      for (const rule of ["base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"])
        expect(policy.split('; ')).toContain(rule)
      expect(policy).toContain("require-trusted-types-for 'script'")
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(4)
  })

  it('answers HEAD like GET, without the body', async () => {
    for (const url of ['/', '/app/dashboard', '/app/assets/app-1.js', '/app/sw.js'])
      for (const encoding of ['br', 'identity']) {
        const headers = { 'accept-encoding': encoding }
        const [shown, head] = [await get(url, headers), await server.inject({ method: 'HEAD', url, headers })]
        expect([head.statusCode, head.body], url).toEqual([shown.statusCode, ''])
        for (const name of ['content-type', 'content-length', 'content-encoding', 'etag', 'cache-control'])
          expect(head.headers[name], `${name} of ${url}`).toBe(shown.headers[name])
      }
  })

  it('caches hashed files forever, compressed as the browser accepts', async () => {
    const path = '/app/assets/app-1.js'
    const [br, gzip, plain] = [
      await get(path, { 'accept-encoding': 'gzip, deflate, br' }),
      await get(path, { 'accept-encoding': 'gzip' }),
      await get(path),
    ]
    for (const answer of [br, gzip, plain]) {
      expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(answer.headers['content-type']).toMatch(/javascript; charset=utf-8$/)
      expect(answer.headers.vary).toBe('accept-encoding')
    }
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(script)
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(script)
    expect(plain.body).toBe(script)
    const again = await get(path, { 'accept-encoding': 'br', 'if-none-match': String(br.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('sends what the build compressed, unless the file was changed since', async () => {
    const built = '/app/assets/built-1.js'
    const br = await get(built, { 'accept-encoding': 'br' })
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe('as the build compressed it')
    expect(br.headers['content-encoding']).toBe('br')
    expect(br.headers['content-type']).toMatch(/javascript; charset=utf-8$/)
    const gzip = await get(built, { 'accept-encoding': 'gzip' })
    expect(gunzipSync(gzip.rawPayload).toString()).toBe('as the build compressed it')
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect((await get(built)).body).toBe(script)
    const edited = await get('/app/assets/edited-1.js', { 'accept-encoding': 'br' })
    expect(brotliDecompressSync(edited.rawPayload).toString()).toBe(script)
  })

  it('names the files of the screen in the page, and only those of that screen', async () => {
    const list = (screen: string) => ({
      scripts: [`assets/${screen}-1.js`],
      styles: [`assets/${screen}-1.css`],
      texts: [`locales/en/${screen}.json`],
    })
    const screens = { login: list('login'), dashboard: list('dashboard') }
    writeFileSync(join(dist, 'screens.json'), JSON.stringify({ page: [], screens }))
    const { body } = await get('/app/login?wid=a')
    const nonce = /<script nonce="([^"]+)">/.exec(body)?.[1] ?? ''
    expect(body).toContain(
      `<link rel="modulepreload" crossorigin href="/app/assets/login-1.js" nonce="${nonce}">`,
    )
    expect(body).toContain(
      `<link rel="stylesheet" crossorigin href="/app/assets/login-1.css" nonce="${nonce}">`,
    )
    expect(body).toContain('<link rel="preload" as="fetch" crossorigin href="/app/locales/en/login.json">')
    expect(body).not.toContain('dashboard')
    for (const url of ['/app/', '/app/unknown', '/app/toString', '/app/__proto__'])
      expect((await get(url)).body, url).not.toContain('preload')
  })

  it('lets only the desktop sign-in page connect to the app’s port', async () => {
    const policy = async (url: string) => String((await get(url)).headers['content-security-policy'])
    expect(await policy('/app/pclogin?via=loopback&port=40000')).toContain(' http://127.0.0.1:40000;')
    for (const url of [
      '/app/dashboard?via=loopback&port=40000',
      '/app/pclogin?via=scheme&port=40000',
      '/app/pclogin?via=loopback&port=80',
      '/app/pclogin?via=loopback&port=40000%20evil.example',
      '/app/pclogin?via=loopback&port=evil.example',
    ])
      expect(await policy(url), url).not.toMatch(/127\.0\.0\.1|evil/)
  })

  it('opens the boards for what was shared with an app without a service worker', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const { statusCode, headers: sent } = await server.inject({
      ...{ method: 'POST', url: '/app/share', headers, payload: '--x--' },
    })
    expect([statusCode, sent.location]).toEqual([303, '/app/dashboard'])
  })

  it('sends the service worker uncached, restricted to our own origin', async () => {
    for (const encoding of ['br', 'identity']) {
      const { headers } = await get('/app/sw.js', { 'accept-encoding': encoding })
      expect(headers['cache-control']).toBe('no-cache')
      expect(headers['content-type']).toMatch(/javascript; charset=utf-8$/)
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; connect-src 'self';/)
    }
  })

  it('sends translations to be revalidated', async () => {
    const { headers, body } = await get('/app/locales/en/app.json')
    expect([headers['cache-control'], body]).toEqual(['no-cache', '{"hello":"Hello"}'])
  })

  it('reports a missing file instead of sending the page for it', async () => {
    for (const path of [
      '/app/assets/gone.js',
      '/app/locales/xx/app.json',
      '/app/.secret.js',
      '/app/assets/..%2f..%2fsecret.js',
    ])
      for (const encoding of ['br', 'identity'])
        expect((await get(path, { 'accept-encoding': encoding })).statusCode, path).toBeGreaterThanOrEqual(
          400,
        )
  })
})

it('lets pages connect to separate servers for voice and files only where these are used', () => {
  const getRule = (origins: Parameters<typeof pagePolicy>[1]) =>
    pagePolicy('nonce', origins)
      .split('; ')
      .find((rule) => rule.startsWith('connect-src'))
  expect(getRule({ voiceUrl: null, filesOrigin: null })).toBe("connect-src 'self' blob: data:")
  expect(getRule({ voiceUrl: 'wss://voice.example', filesOrigin: 'https://s3.example' })).toBe(
    "connect-src 'self' blob: data: wss://voice.example https://voice.example https://s3.example",
  )
})
