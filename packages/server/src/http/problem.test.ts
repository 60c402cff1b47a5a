import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { person } from '../testing/as.ts'
import { type TestServer, testServer } from '../testing/test-server.ts'

const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

/** Paths that no route has, and URLs that cannot be decoded. */
const wrong: readonly (readonly [path: string, status: number, code: number])[] = [
  ['/nowhere', 404, 4004],
  ['/nowhere/at/all?w=1', 404, 4004],
  ['/dev', 404, 4004],
  ['/api/unknown', 404, 4004],
  ['/api/file/get/unknown?e=1', 404, 4004],
  ['/api/user/export/archive', 404, 4004],
  ['/%', 400, 4000],
  ['/%zz', 400, 4000],
  ['/%E0%A4%A', 400, 4000],
  ['/app/%', 400, 4000],
  ['/api/photo/%ff', 400, 4000],
  ['/api/%c0%af', 400, 4000],
]

describe('unknown URLs', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
  })
  afterAll(() => server.stop())

  interface Seen {
    readonly status: number
    readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
    readonly body: string
  }
  /** `fetch` would write the path anew. */
  const ask = (method: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Seen> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(server.url)
      const asked = request({ hostname, port, method, path, headers }, (answer) => {
        const pieces: Buffer[] = []
        answer.on('data', (piece: Buffer) => pieces.push(piece))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(pieces).toString(),
          }),
        )
      })
      asked.on('error', reject)
      asked.end()
    })

  it.each(wrong)('%s is answered with the envelope to a program', async (path, status, code) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await ask(method, path)
      expect([answer.status, answer.headers['cache-control']]).toEqual([status, 'no-store'])
      expect(JSON.parse(answer.body)).toMatchObject({ code, data: {} })
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
      expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'/)
    }
  })

  it.each(wrong)('%s is answered with a page to a browser', async (path, status) => {
    const answer = await ask('GET', path, asBrowser)
    expect([answer.status, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
    expect(answer.body).toContain('<h1>Page not found</h1>')
    expect(answer.body).toContain('<a href="/app/">Back to boards</a>')
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'nonce-/)
    const head = await ask('HEAD', path, asBrowser)
    expect([head.status, head.headers['content-type'], head.body]).toEqual([
      status,
      'text/html; charset=utf-8',
      '',
    ])
  })

  it.each([
    ['sv-SE,sv;q=0.9,en;q=0.8', 'Sidan hittades inte'],
    ['de', 'Seite nicht gefunden'],
    ['fr, de', 'Page not found'],
  ])('says so in the language of %s', async (language, title) => {
    const { body } = await ask('GET', '/nowhere', { ...asBrowser, 'accept-language': language })
    expect(body).toContain(`<h1>${title}</h1>`)
  })

  it('answers HEAD like GET, without the body', async () => {
    const { token, call } = await person(server, 'Ada')
    const { wid } = await call.space.create({ body: { name: 'Heads' } })
    const query = { id: wid, filename: 'a.txt', filesize: 5, type: 'text/plain' }
    const { url: download } = await call.file.uploadDirect({ query, file: new Blob(['hello']) })
    const { url: archive = '' } = await call.user.exportState()
    const paths = [
      ...['/', '/app', '/app/dashboard', '/healthz', '/readyz', '/dev/inbox', '/dev/inbox.json'],
      ...['/api/config', '/api/user/loggedin', `/api/space/info?wid=${wid}`, '/api/openapi.json', download],
    ]
    for (const path of paths) {
      const [get, head] = [await ask('GET', path, { token }), await ask('HEAD', path, { token })]
      expect([head.status, head.body], path).toEqual([get.status, ''])
      for (const name of ['content-type', 'content-length', 'location', 'content-disposition'])
        expect(head.headers[name], `${name} of ${path}`).toBe(get.headers[name])
    }
    expect((await ask('HEAD', archive)).headers['content-type']).toBe('application/zip')
    const noted = server.app.db.sql.selectFrom('audit').select('id').where('event', '=', 'data.exported')
    expect(await noted.execute()).toEqual([])
    expect((await ask('HEAD', '/api/user/logout')).status).toBe(404)
  })
})
