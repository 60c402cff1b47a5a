import { Agent, request } from 'node:http'
import { lengths } from '@tavla/contract'
import { WebSocket } from 'ws'

/** Whom the attacks are made on, and as whom. */
export interface CallTarget {
  readonly url: string
  readonly token: string
  /** A board of the attacker's. */
  readonly wid: string
}

/** Sizes of one run: small in `npm test`, large in `npm run stress`. */
export interface CallScale {
  /** Calls that are under way at the same time. */
  readonly parallel: number
  /** Of one large body. */
  readonly bodyBytes: number
}

export interface CallRecipe {
  readonly name: string
  /** One round of the attack; repeated for as long as the run lasts. */
  readonly strike: (attacker: CallAttacker, scale: CallScale, round: number) => Promise<unknown>
}

interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Somebody with a session who keeps no rule: sends calls and counts the statuses of the answers. */
export class CallAttacker {
  /** Answers by status; 0: the connection ended without one. */
  readonly answers = new Map<number, number>()
  readonly target: CallTarget
  readonly #agent = new Agent({ keepAlive: true })

  constructor(target: CallTarget) {
    this.target = target
  }

  /** Sends a call and reads its answer to the end. */
  call(path: string, { method = 'GET', headers, body = '' }: Sent = {}): Promise<string> {
    const { token, url } = this.target
    return new Promise((resolve) => {
      const sent = request(url + path, { method, headers: { token, ...headers }, agent: this.#agent })
      sent.on('error', () => {
        this.#count(0)
        resolve('')
      })
      sent.on('response', (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('error', () => resolve(''))
        answer.on('end', () => {
          this.#count(answer.statusCode ?? 0)
          resolve(Buffer.concat(parts).toString())
        })
      })
      sent.end(body)
    })
  }

  /** Says all of it on a socket and waits for its end; one that stays open is ended. */
  send(path: string, messages: readonly string[]): Promise<void> {
    return new Promise((resolve) => {
      const socket = new WebSocket(this.target.url.replace('http', 'ws') + path)
      socket.on('error', () => this.#count(0))
      socket.on('close', resolve)
      socket.on('open', () => {
        for (const message of messages) socket.send(message)
        socket.ping()
      })
      // Everything before the ping has been read.
      socket.on('pong', () => socket.terminate())
    })
  }

  leave(): void {
    this.#agent.destroy()
  }

  post(path: string, body: string, type = 'application/json'): Promise<string> {
    return this.call(path, { method: 'POST', body, headers: { 'content-type': type } })
  }

  /** Announces a body, sends its beginning and goes away. */
  abandon(method: string, path: string, headers: Readonly<Record<string, string>>): Promise<void> {
    return new Promise((resolve) => {
      const { token, url } = this.target
      const sent = request(url + path, { method, headers: { token, ...headers }, agent: false })
      sent.on('error', () => undefined)
      sent.on('response', (answer) => {
        this.#count(answer.statusCode ?? 0)
        answer.resume()
      })
      sent.on('close', resolve)
      sent.write(Buffer.alloc(1_024), () => setImmediate(() => sent.destroy()))
    })
  }

  /** So many at the same time. */
  async together(count: number, act: (index: number) => Promise<unknown>): Promise<void> {
    await Promise.all(Array.from({ length: count }, (_, index) => act(index)))
  }

  #count(status: number): void {
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1)
  }
}

const json = { 'content-type': 'application/json' }

const getData = <Data>(text: string): Partial<Data> =>
  (text.startsWith('{') && (JSON.parse(text) as { data?: Partial<Data> }).data) || {}

/** What one person can do to everybody else by calls alone. */
export const callRecipes: readonly CallRecipe[] = [
  {
    name: 'history of everything again and again',
    strike: (attacker, { parallel }) =>
      attacker.together(parallel, async (index) => {
        const at = `/api/space/history`
        const of = `wid=${attacker.target.wid}`
        const { head = 0 } = getData<{ head: number }>(await attacker.call(`${at}?${of}&after=${index % 3}`))
        await attacker.call(`${at}/edit?${of}&after=0&to=${head}`)
        const frame = await attacker.call(`${at}/keyframe?${of}&seq=${head}`)
        const { keyframe } = getData<{ keyframe: { chunks: { hash: string }[] } | null }>(frame)
        const hashes = (keyframe?.chunks ?? []).slice(0, 32).map(({ hash }) => hash)
        await attacker.call(`${at}/chunk?${of}&hash=${hashes.join(',') || 'none'}`)
      }),
  },
  {
    name: 'everything of mine again and again',
    strike: (attacker, { parallel }) =>
      attacker.together(Math.ceil(parallel / 4), async () => {
        const { url } = getData<{ url: string }>(await attacker.call('/api/user/export'))
        if (url) await attacker.call(url)
      }),
  },
  {
    name: 'large bodies at the limit',
    async strike(attacker, { parallel, bodyBytes }) {
      const folders = `{"list":[${'1,'.repeat(bodyBytes / 2 - 10)}1]}`
      const bodies = [
        `{"settings":[${'1,'.repeat(bodyBytes / 2 - 10)}1]}`,
        `{"settings":${'['.repeat(bodyBytes / 2 - 10)}${']'.repeat(bodyBytes / 2 - 10)}}`,
        `{${Array.from({ length: bodyBytes / 12 }, (_, index) => `"k${index}":1`).join()}}`,
        `{"settings":"${'x'.repeat(bodyBytes - 20)}"}`,
        `{"settings":"${'x'.repeat(2 * bodyBytes)}"}`,
      ]
      await attacker.together(parallel, (index) =>
        index % (bodies.length + 1) === bodies.length
          ? attacker.call('/api/space/folder', { method: 'PUT', body: folders, headers: json })
          : attacker.post('/api/user/settings', bodies[index % (bodies.length + 1)] ?? ''),
      )
    },
  },
  {
    name: 'ids that nobody has',
    strike: (attacker, { parallel }, round) =>
      attacker.together(parallel, async (index) => {
        const id = `none${round}x${index}`
        await attacker.call(`/api/space/info?wid=${id}`)
        await attacker.call(`/api/space/history/keyframe?wid=${id}&seq=1`)
        await attacker.call(`/api/space/history/chunk?wid=${attacker.target.wid}&hash=${id}`)
        await attacker.call(`/api/user/info?uid=${id}`)
        await attacker.post(`/api/file/download?id=${id}`, '{}')
      }),
  },
  {
    name: 'lists side by side',
    strike: (attacker, { parallel }) =>
      attacker.together(parallel, async () => {
        await attacker.call('/api/space/list?size=100')
        await attacker.call(`/api/space/member?wid=${attacker.target.wid}&all=1`)
        await attacker.call(`/api/space/history/version?wid=${attacker.target.wid}`)
        await attacker.call('/api/notify?size=100')
      }),
  },
  {
    name: 'uploads that are begun and abandoned',
    strike: (attacker, { parallel }) =>
      attacker.together(parallel, async (index) => {
        const { wid, url: origin } = attacker.target
        const named = 'filename=a.bin&filesize=1000000&type=application/octet-stream'
        const length = { 'content-length': '1000000' }
        if (index % 2 === 0) {
          const type = 'multipart/form-data; boundary=b'
          const path = `/api/file/upload/direct?id=${wid}&${named}`
          return await attacker.abandon('POST', path, { ...length, 'content-type': type })
        }
        const { url } = getData<{ url: string }>(
          await attacker.post(`/api/file/upload?wid=${wid}&${named}`, '{}'),
        )
        if (!url) return
        const place = { ...length, 'content-disposition': 'attachment; filename="a.bin"' }
        await attacker.abandon('PUT', url.replace(origin, ''), place)
      }),
  },
  {
    name: 'wrong tokens and signatures',
    strike: (attacker, { parallel }, round) =>
      attacker.together(parallel, async (index) => {
        const token = `${'w'.repeat(40)}${round}x${index}`
        await attacker.call('/api/space/list', { headers: { token } })
        await attacker.call(`/api/user/export/archive?n=${token}&e=9999999999999&s=${token}`)
        await attacker.call(`/api/file/get/${token}?n=${token}&e=9999999999999&s=${token}`)
      }),
  },
  {
    name: 'searches for the longest words',
    strike: (attacker, { parallel }, round) =>
      attacker.together(parallel, async (index) => {
        const words = [
          '%_'.repeat(60),
          'aäÄ'.repeat(40),
          `${round} `.repeat(200).slice(0, 120),
          'x'.repeat(121),
        ]
        const key = encodeURIComponent(words[index % words.length] ?? '')
        await attacker.call(`/api/space/list?key=${key}&size=100`)
        await attacker.call(`/api/space/member?wid=${attacker.target.wid}&key=${key}`)
        const body = JSON.stringify({ content: 'x'.repeat(lengths.feedback) })
        await attacker.post('/api/feedback', body)
      }),
  },
  {
    name: 'voice tickets and sockets that say nonsense',
    strike: (attacker, { parallel }, round) =>
      attacker.together(parallel, async (index) => {
        const path = `/api/space/phonicsroom/token?wid=${attacker.target.wid}`
        const { token } = getData<{ token: string }>(await attacker.call(path))
        const hello = JSON.stringify({ t: 'hello', token: token ?? `none${round}`, mic: true })
        const sdp = 'v=0\r\n'.repeat(2_000)
        const answer = JSON.stringify({ t: 'answer', offer: index, sdp })
        const sentences = [
          [hello, ...Array.from({ length: 200 }, (_, at) => JSON.stringify({ t: 'hand', up: at % 2 === 0 }))],
          [hello, ...Array.from({ length: 90 }, () => answer)],
          [hello, hello, hello],
          ['{"t":"mute","c":null}', 'nonsense'],
        ]
        await attacker.send('/api/voice', sentences[index % sentences.length] ?? [])
      }),
  },
  {
    name: 'plans that are asked for, begun and told of by strangers',
    strike: (attacker, { parallel, bodyBytes }, round) =>
      attacker.together(parallel, async (index) => {
        await attacker.call('/api/subscription')
        await attacker.call('/api/subscription/product?lang=en')
        await attacker.call(`/api/subscription/payment/record?page=${round + index}`)
        const bought = { productId: `none${index}`, quantity: 1, emailAddress: 'eve@example.com' }
        await attacker.post('/api/subscription/stripe/create?lang=en', JSON.stringify(bought))
        const change = { productId: `none${index}`, quantity: 500, preview: true }
        await attacker.post('/api/subscription/change', JSON.stringify(change))
        const event = JSON.stringify({ id: 'evt', type: 'invoice.paid', data: 'x'.repeat(bodyBytes / 4) })
        const signature = { 'stripe-signature': `t=1,v1=${'0'.repeat(64)}`, ...json }
        await attacker.call('/api/subscription/webhook', { method: 'POST', body: event, headers: signature })
      }),
  },
  {
    name: 'passwords of administrators',
    strike: (attacker, { parallel }, round) =>
      attacker.together(parallel, async (index) => {
        const email = index % 2 === 0 ? 'eve@example.com' : `nobody${round}x${index}@example.com`
        const body = JSON.stringify({ email, password: 'p'.repeat(8 + (index % 200)), otp: '000000' })
        await attacker.post('/api/admin/login', body)
        await attacker.call('/api/admin/person/list')
      }),
  },
]
