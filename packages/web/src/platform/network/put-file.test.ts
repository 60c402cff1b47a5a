import { fileRetry } from '@tavla/contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Clock } from '../dom/clock.ts'
import { putFile } from './put-file.ts'
import { NoResponseError } from './send.ts'

/** Delays end at once, and nothing stalls. */
const clock: Clock = {
  now: () => 0,
  after(ms, callback) {
    if (ms === fileRetry.delayMs) queueMicrotask(callback)
    return () => undefined
  },
}

/** Answers attempts with these statuses, in order; null: the connection is lost. */
function answering(statuses: readonly (number | null)[]) {
  const left = [...statuses]
  const sent: Record<string, string>[] = []
  class Request {
    status = 0
    readonly upload = {}
    onload = () => undefined
    onerror = () => undefined
    readonly #headers: Record<string, string> = {}
    open() {}
    abort() {}
    setRequestHeader(name: string, value: string) {
      this.#headers[name] = value
    }
    send() {
      sent.push(this.#headers)
      const status = left.shift() ?? null
      queueMicrotask(() => {
        this.status = status ?? 0
        if (status === null) this.onerror()
        else this.onload()
      })
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  return { sent, left }
}

const put = () =>
  putFile(
    {
      url: '/api/file/put/x',
      headers: {},
      file: new Blob(['hello']),
      filename: 'ä.png',
      signal: new AbortController().signal,
      onProgress: () => undefined,
    },
    clock,
  )

describe('PUT of a file', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it('names the file', async () => {
    const { sent } = answering([200])
    await put()
    expect(sent).toEqual([{ 'Content-Disposition': "attachment; filename*=UTF-8''%C3%A4.png" }])
  })

  it.each([[[null, 409]], [[502, null, 409]], [[null, 503, 200]]])(
    'is done when a try without an answer had stored it: %o',
    async (statuses) => {
      const { left } = answering(statuses)
      await put()
      expect(left).toEqual([])
    },
  )

  it.each([[[409]], [[403]], [[413]], [[null, 403]], [[null, null, null, null, 200]]])(
    'fails by a refusal, and after the last try: %o',
    async (statuses) => {
      answering(statuses)
      await expect(put()).rejects.toBeInstanceOf(NoResponseError)
    },
  )
})
