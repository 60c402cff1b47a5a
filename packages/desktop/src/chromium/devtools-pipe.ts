import type { Readable, Writable } from 'node:stream'
import { z } from 'zod'

const Message = z.object({
  id: z.int().optional(),
  method: z.string().optional(),
  params: z.looseObject({}).optional(),
  sessionId: z.string().optional(),
  result: z.looseObject({}).optional(),
  error: z.looseObject({ message: z.string() }).optional(),
})

export interface DevToolsEvent {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
  readonly sessionId: string | undefined
}

/** The browser ended, or closed its end of the pipe. */
export class BrowserClosedError extends Error {
  constructor() {
    super('The browser is closed')
  }
}

type Result = Readonly<Record<string, unknown>>

/** DevTools protocol over two pipes; unlike a port, it is not accessible to other programs. */
export class DevToolsPipe {
  readonly #output: Writable
  readonly #waiting = new Map<number, { resolve(result: Result): void; reject(error: Error): void }>()
  readonly #onEvent: (event: DevToolsEvent) => void
  #lastId = 0
  #parts: Buffer[] = []
  #isClosed = false

  constructor(output: Writable, input: Readable, onEvent: (event: DevToolsEvent) => void) {
    this.#output = output
    this.#onEvent = onEvent
    input.on('data', (part: Buffer) => this.#receive(part))
    for (const stream of [output, input]) {
      stream.on('error', () => this.#close())
      stream.on('close', () => this.#close())
    }
  }

  /** Rejects with the browser's error, or when the pipe is closed. */
  send(method: string, params: object = {}, sessionId?: string): Promise<Result> {
    if (this.#isClosed) return Promise.reject(new BrowserClosedError())
    const id = (this.#lastId += 1)
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#output.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    })
  }

  #receive(part: Buffer): void {
    let rest = part
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      const text = Buffer.concat([...this.#parts, rest.subarray(0, end)]).toString('utf8')
      this.#parts = []
      rest = rest.subarray(end + 1)
      this.#handle(Message.parse(JSON.parse(text)))
    }
    if (rest.length > 0) this.#parts.push(rest)
  }

  #handle({ id, method, params, sessionId, result, error }: z.infer<typeof Message>): void {
    if (id === undefined) {
      if (method !== undefined) this.#onEvent({ method, params: params ?? {}, sessionId })
      return
    }
    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error) waiting?.reject(new Error(error.message))
    else waiting?.resolve(result ?? {})
  }

  #close(): void {
    this.#isClosed = true
    for (const { reject } of this.#waiting.values()) reject(new BrowserClosedError())
    this.#waiting.clear()
  }
}
