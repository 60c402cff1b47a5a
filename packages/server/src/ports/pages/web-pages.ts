import { lookup } from 'node:dns/promises'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { isIP, type LookupFunction } from 'node:net'
import { decodePage, getPageTitle } from './page-title.ts'
import type { Pages } from './port.ts'
import { isPublicAddress } from './public-address.ts'

/** Not imported: that reads all exports of the module, the browser's WebSocket included, whose code takes 3 MB. */
const { request: requestHttp } = process.getBuiltinModule('node:http')
const { request: requestHttps } = process.getBuiltinModule('node:https')

/** All redirects and the page together. */
const TIMEOUT_MS = 5_000
const MAX_REDIRECTS = 4
/** The head of a page is at its beginning. */
const MAX_BYTES = 256 << 10
const PAGE_TYPES = /^(text\/html|application\/xhtml\+xml)\b/i

interface WebPagesOptions {
  /** All addresses of a host name. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
  /** Where a request to a public address goes; tests let it arrive at a server of theirs. */
  readonly connect?: (address: string, port: number) => { readonly host: string; readonly port: number }
}

const resolveHost = async (host: string): Promise<readonly string[]> =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)

/**
 * Reads the beginning of public web pages. Every address that a host has must be one of the internet, redirects are
 * checked the same way, and the connection is made to an address that was checked: a name that resolves otherwise the
 * second time leads nowhere else. Nothing of the caller is sent along.
 */
export function webPages({
  resolve = resolveHost,
  connect = (host, port) => ({ host, port }),
}: WebPagesOptions = {}): Pages {
  async function open(url: URL, signal: AbortSignal): Promise<IncomingMessage | null> {
    const isSecure = url.protocol === 'https:'
    if ((!isSecure && url.protocol !== 'http:') || url.port !== '' || url.username !== '') return null
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const addresses = isIP(host) ? [host] : await resolve(host)
    const [address] = addresses
    if (address === undefined || !addresses.every(isPublicAddress)) return null
    const place = connect(address, isSecure ? 443 : 80)
    const pinned: LookupFunction = (_name, options, found) =>
      options.all
        ? found(null, [{ address: place.host, family: isIP(place.host) }])
        : found(null, place.host, isIP(place.host))
    const options: RequestOptions = {
      host,
      port: place.port,
      path: `${url.pathname}${url.search}`,
      headers: {
        host: url.host,
        accept: 'text/html',
        'accept-encoding': 'identity',
        'user-agent': 'Tavla link preview',
      },
      lookup: pinned,
      agent: false,
      signal,
    }
    // An address in the URL is connected to without being looked up.
    if (isIP(host)) options.host = place.host
    const { promise, resolve: arrive, reject } = Promise.withResolvers<IncomingMessage>()
    const request = isSecure
      ? requestHttps({ ...options, servername: isIP(host) ? '' : host })
      : requestHttp(options)
    request.on('response', arrive).on('error', reject).end()
    return await promise
  }

  async function follow(start: URL, signal: AbortSignal) {
    let url = start
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      const answer = await open(url, signal)
      if (!answer) return null
      const { statusCode = 0, headers } = answer
      if (statusCode < 300 || statusCode >= 400 || headers.location === undefined) return { url, answer }
      answer.destroy()
      const next = URL.parse(headers.location, url.href)
      if (!next) return null
      url = next
    }
    return null
  }

  return {
    async preview(given) {
      const start = URL.parse(given)
      if (!start) return null
      try {
        const found = await follow(start, AbortSignal.timeout(TIMEOUT_MS))
        if (!found) return null
        const { url, answer } = found
        const type = answer.headers['content-type'] ?? ''
        const isPage = answer.statusCode === 200 && PAGE_TYPES.test(type)
        const html = isPage ? decodePage(await readStart(answer), type) : ''
        answer.destroy()
        const title = getPageTitle(html)
        return title === '' ? null : { title, site: url.hostname.replace(/^www\./, '') }
      } catch {
        // A server that does not answer, or answers nonsense, has no preview.
        return null
      }
    },
  }
}

async function readStart(answer: IncomingMessage): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of answer) {
    pieces.push(piece as Buffer)
    size += (piece as Buffer).length
    if (size >= MAX_BYTES) break
  }
  return new Uint8Array(Buffer.concat(pieces).subarray(0, MAX_BYTES))
}
