import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { isPublicAddress } from './public-address.ts'
import { webPages } from './web-pages.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = undefined
})

const page = (title: string): string => `<!doctype html><title>${title}</title>`
const hosts = new Map([
  ['page.example', ['93.184.216.34']],
  ['other.example', ['93.184.216.35', '2606:2800:220:1::1']],
  ['inside.example', ['10.1.2.3']],
  ['half.example', ['93.184.216.34', '127.0.0.1']],
  ['metadata.example', ['169.254.169.254']],
])

/** Requests to any public address arrive at this server; `asked` names the address and host of each. */
async function serve(answer: RequestListener) {
  const asked: string[] = []
  server = createServer((request, response) => {
    asked.push(`${request.headers.host}${request.url}`)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const connected: string[] = []
  const pages = webPages({
    resolve: (host) => Promise.resolve(hosts.get(host) ?? []),
    connect(address) {
      connected.push(address)
      return { host: '127.0.0.1', port }
    },
  })
  return { pages, asked, connected }
}

describe('the preview of a page', () => {
  test('has its title and host, and sends nothing about the caller to the other server', async () => {
    let sent: unknown
    const { pages, connected } = await serve((request, response) => {
      sent = Object.keys(request.headers).sort()
      response.setHeader('content-type', 'text/html').end(page('Harbour'))
    })
    expect(await pages.preview('http://page.example/a?b=c#d')).toEqual({
      title: 'Harbour',
      site: 'page.example',
    })
    expect(connected).toEqual(['93.184.216.34'])
    expect(sent).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
  })

  test('follows a few redirects, to public addresses only', async () => {
    const { pages, asked } = await serve(({ url, headers }, response) => {
      const to = new Map([
        ['/there', 'http://www.other.example/here'],
        ['/in', 'http://inside.example/secret'],
        ['/loop', '/loop'],
        ['/local', 'http://127.0.0.1/secret'],
        ['/file', 'file:///etc/passwd'],
      ]).get(url ?? '')
      if (to !== undefined) return void response.writeHead(302, { location: to }).end()
      response.setHeader('content-type', 'text/html').end(page(`At ${headers.host}`))
    })
    hosts.set('www.other.example', hosts.get('other.example')!)
    expect(await pages.preview('http://page.example/there')).toEqual({
      title: 'At www.other.example',
      site: 'other.example',
    })
    asked.length = 0
    for (const path of ['in', 'local', 'file'])
      expect(await pages.preview(`http://page.example/${path}`)).toBeNull()
    expect(asked).toEqual(['page.example/in', 'page.example/local', 'page.example/file'])
    asked.length = 0
    expect(await pages.preview('http://page.example/loop')).toBeNull()
    expect(asked).toHaveLength(5)
  })

  test.each([
    'http://inside.example/',
    'http://half.example/',
    'http://metadata.example/latest',
    'http://nowhere.example/',
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://page.example:8080/',
    'http://ada:secret@page.example/',
    'ftp://page.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'no URL',
  ])('is refused without a request: %s', async (url) => {
    const { pages, asked } = await serve((_, response) => response.end(page('never')))
    expect(await pages.preview(url)).toBeNull()
    expect(asked).toEqual([])
  })

  test.each([
    ['a picture', 200, 'image/png', 'x'],
    ['a missing page', 404, 'text/html', page('Not found')],
    ['a page without title', 200, 'text/html', '<p>'],
  ])('is none for %s', async (_name, status, type, body) => {
    const { pages } = await serve((_request, response) =>
      response.writeHead(status, { 'content-type': type }).end(body),
    )
    expect(await pages.preview('http://page.example/')).toBeNull()
  })

  test('reads no more than the beginning of an endless page', async () => {
    let sent = 0
    const { pages } = await serve((_, response) => {
      response.setHeader('content-type', 'text/html')
      response.write(page('Endless'))
      const more = (): void => {
        if (response.destroyed || sent > 64 << 20) return
        sent += 64 << 10
        if (response.write(Buffer.alloc(64 << 10, ' '))) setImmediate(more)
        else response.once('drain', more)
      }
      more()
    })
    expect(await pages.preview('http://page.example/')).toMatchObject({ title: 'Endless' })
    expect(sent).toBeLessThan(16 << 20)
  })

  test('is none when the connection breaks off', async () => {
    const { pages } = await serve((request) => request.socket.destroy())
    expect(await pages.preview('http://page.example/')).toBeNull()
  })
})

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1', true],
  ['10.0.0.1', false],
  ['100.64.0.1', false],
  ['127.8.8.8', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::a00:1', false],
  ['fc00::1', false],
  ['fe80::1', false],
  ['2002:a00:1::', false],
  ['2001:db8::1', false],
  ['example', false],
])('%s is public: %s', (ip, expected) => {
  expect(isPublicAddress(ip)).toBe(expected)
})
