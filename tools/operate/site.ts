import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Machine } from './machine.ts'

const HOST = 'board.example.org'
const UPLOAD_BYTES = 300 * 1024 * 1024
const PIECE_BYTES = 1 << 20

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Readable
}

/** The site as a browser reaches it: by its name, through the proxy, with TLS. */
export class Site {
  readonly #machine: Pick<Machine, 'tlsPort' | 'certificatePath'>
  #token = ''

  constructor(machine: Pick<Machine, 'tlsPort' | 'certificatePath'>) {
    this.#machine = machine
  }

  /** Makes an account, the administrator of a new server. */
  async register(email: string): Promise<void> {
    const body = { email, password: 'correct horse battery staple', name: 'Ada' }
    this.#token = String((await this.#call('POST', '/api/user/register', body))['token'])
  }

  async createBoard(name: string): Promise<string> {
    return String((await this.#call('POST', '/api/space', { name }))['wid'])
  }

  async listBoards(): Promise<readonly string[]> {
    const found = await this.#call('GET', '/api/space/list')
    return ((found['list'] ?? []) as { readonly name: string }[]).map(({ name }) => name)
  }

  /** Sends a file of the largest size that nginx lets through; answers the status. */
  async upload(wid: string): Promise<number> {
    const query = new URLSearchParams({
      ...{ wid, filename: 'large.bin', filesize: String(UPLOAD_BYTES), type: 'application/octet-stream' },
    })
    const place = await this.#call('POST', `/api/file/upload?${query}`)
    const piece = Buffer.alloc(PIECE_BYTES, 7)
    const pieces = Array.from({ length: UPLOAD_BYTES / PIECE_BYTES }, () => piece)
    const { pathname, search } = new URL(String(place['url']), `https://${HOST}`)
    const headers = {
      ...(place['headers'] as Record<string, string> | undefined),
      'content-length': String(UPLOAD_BYTES),
      'content-disposition': 'attachment; filename=large.bin',
    }
    const answer = await this.#send(pathname + search, {
      method: 'PUT',
      headers,
      body: Readable.from(pieces),
    })
    answer.resume()
    return answer.statusCode ?? 0
  }

  /** The status of a path, such as 200. */
  async getStatus(path: string): Promise<number> {
    const answer = await this.#send(path)
    answer.resume()
    return answer.statusCode ?? 0
  }

  /** Whether the socket of boards opens. */
  opensSocket(): Promise<boolean> {
    const headers = {
      ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
      ...{ 'sec-websocket-key': Buffer.alloc(16, 1).toString('base64'), origin: `https://${HOST}` },
    }
    return new Promise((resolve, reject) => {
      const sent = request({ ...this.#getTarget('/api/live'), headers: { host: HOST, ...headers } })
      sent.on('upgrade', (answer, socket) => {
        socket.destroy()
        resolve(answer.statusCode === 101)
      })
      sent.on('response', (answer) => {
        answer.resume()
        resolve(false)
      })
      sent.on('error', reject)
      sent.end()
    })
  }

  async #call(method: string, path: string, body?: object): Promise<Record<string, unknown>> {
    const headers = { token: this.#token, 'content-type': 'application/json' }
    const sent = Readable.from([JSON.stringify(body ?? {})])
    const answer = await this.#send(path, { method, headers, ...(method !== 'GET' && { body: sent }) })
    const { code, data } = JSON.parse(await text(answer)) as { code: number; data: Record<string, unknown> }
    if (code !== 200) throw new Error(`${path} answered ${code}`)
    return data
  }

  #send(path: string, { method = 'GET', headers, body }: Sent = {}): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const sent = request({ ...this.#getTarget(path), method, headers: { host: HOST, ...headers } }, resolve)
      sent.on('error', reject)
      if (body) body.pipe(sent)
      else sent.end()
    })
  }

  #getTarget(path: string) {
    const { tlsPort: port, certificatePath } = this.#machine
    return { host: '127.0.0.1', port, path, servername: HOST, ca: readFileSync(certificatePath) }
  }
}
