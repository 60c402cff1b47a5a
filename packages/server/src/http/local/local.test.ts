import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestServer, testServer } from '../../testing/test-server.ts'

const forwarding = [
  'Forwarded',
  'Via',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Forwarded-Port',
  'X-Forwarded-Server',
  'X-Forwarded-Prefix',
  'X-Forwarded',
  'X-Original-Host',
  'X-Real-IP',
  'X-Client-IP',
  'X-Cluster-Client-IP',
  'True-Client-IP',
  'Fastly-Client-IP',
  'CF-Connecting-IP',
  'CF-Ray',
  'CDN-Loop',
]

const loopback = [
  'localhost',
  'LOCALHOST',
  'localhost:3000',
  '127.0.0.1',
  '127.1.2.255:80',
  '[::1]',
  '[::1]:3000',
]

const foreign = [
  'evil.example',
  'localhost.evil.example',
  'localhost.',
  'evil-localhost',
  '127.0.0.1.evil.example',
  '127.0.0.256',
  '127.0.0',
  '10.0.0.1',
  '0.0.0.0',
  '[::1',
  '::1',
  '[::2]',
  'localhost:',
  'localhost:80:80',
  'user@localhost',
]

describe('the local stand-ins', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
  })
  afterAll(() => server.stop())

  /** `fetch` names no other host than the one it asks. */
  const getStatus = (path: string, headers: Readonly<Record<string, string>>): Promise<number> =>
    new Promise((resolve, reject) => {
      const asked = request(`${server.url}${path}`, { headers }, (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      })
      asked.on('error', reject)
      asked.end()
    })

  const paths = async (): Promise<readonly string[]> => {
    const { url } = await server.as(null).auth.startGoogle()
    await server.as(null).auth.register({
      body: { email: `a${Math.abs(server.clock.now())}@example.com`, password: 'correct horse battery' },
    })
    server.clock.advance(1)
    const [email] = await server.emails()
    return ['/dev/inbox', '/dev/inbox.json', `/dev/inbox/${email?.id}`, url]
  }

  it.each(forwarding)('answer nobody behind %s', async (name) => {
    for (const path of await paths()) expect(await getStatus(path, { [name]: '127.0.0.1' }), path).toBe(404)
  })

  it.each(loopback)('answer under the name %s', async (host) => {
    for (const path of await paths()) expect(await getStatus(path, { host }), path).toBe(200)
  })

  it.each(foreign)('do not answer under the name "%s"', async (host) => {
    for (const path of await paths()) expect(await getStatus(path, { host }), path).not.toBe(200)
  })
})

describe('the local inbox', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
  })
  afterAll(() => server.stop())

  const text = async (path: string) => (await fetch(`${server.url}${path}`)).text()
  const hrefs = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1] ?? '')

  it('links only to this server’s own URLs', async () => {
    const { app, url } = server
    const own = `${url}/app/forget-loading?token=r_1&amp;w=2`
    const foreignUrls = [
      'https://evil.example/app/login',
      `${url}.evil.example/`,
      `${url}@evil.example/`,
      'http://localhost:1/app/login',
      url.replace('http:', 'https:'),
    ]
    const email = [own.replace('&amp;', '&'), ...foreignUrls].join('\n')
    const html = [own, ...foreignUrls].map((to) => `<a href="${to}">open</a>`).join('')
    await app.mail.send({ to: 'a@example.com', subject: 'Look', text: email, html, images: [], key: 'k' })
    const [mail] = await server.emails()
    expect(hrefs(await text('/dev/inbox'))).toEqual([`/dev/inbox/${mail?.id}`, own])
    expect(hrefs(await text(`/dev/inbox/${mail?.id}`))).toEqual([own])
  })
})
