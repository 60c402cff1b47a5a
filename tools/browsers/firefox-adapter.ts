// Starts Firefox and passes Playwright's WebDriver BiDi messages on. Playwright sends commands that the installed
// Firefox may be too old for, and gives up when one is unknown: of those that only change what pages see of the
// device, an unknown one counts as done.

import { spawn } from 'node:child_process'
import { renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'

const listening = /^(WebDriver BiDi listening on )ws:\/\/([^/\s]+)/
const dispensable = /^emulation\.set(MediaFeatures|Screen\w+|Locale|Timezone)Override$/

const browser = spawn(process.env['TAVLA_FIREFOX'] ?? 'firefox', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => browser.kill(signal))
browser.once('error', (error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
browser.once('close', (code) => process.exit(code ?? 1))

createInterface({ input: browser.stderr }).on('line', (line) => {
  const [, words, host] = listening.exec(line) ?? []
  if (words === undefined || host === undefined) return void process.stderr.write(`${line}\n`)
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (client, { url }) => relay(client, `ws://${host}${url}`))
  server.once('listening', () => {
    const address = server.address()
    if (address !== null && typeof address === 'object')
      process.stderr.write(`${words}ws://127.0.0.1:${address.port}\n`)
  })
})

interface Command {
  readonly id: number
  readonly method: string
}

interface Answer {
  readonly id?: number
  readonly type: string
  readonly error?: string
  readonly method?: string
  readonly params?: {
    readonly url: string
    readonly navigation?: string | null
    readonly download?: string
    readonly suggestedFilename?: string
    readonly filepath?: string | null
  }
}

function relay(client: WebSocket, url: string): void {
  const upstream = new WebSocket(url, { maxPayload: 0, perMessageDeflate: false })
  const early: string[] = []
  const asked = new Set<number>()
  client.on('message', (data: Buffer) => {
    const text = data.toString('utf8')
    const { id, method } = JSON.parse(text) as Command
    if (dispensable.test(method)) asked.add(id)
    if (upstream.readyState === WebSocket.OPEN) upstream.send(text)
    else early.push(text)
  })
  upstream.on('open', () => {
    for (const text of early.splice(0)) upstream.send(text)
  })
  upstream.on('message', (data: Buffer) => client.send(answer(data.toString('utf8'), asked)))
  upstream.on('close', () => client.close())
  upstream.on('error', () => client.close())
  client.on('close', () => upstream.close())
}

interface Download {
  readonly id: string
  readonly name: string
}

/** Downloads by URL: Firefox names none for a link with `download`, and Playwright needs an id. */
const downloads = new Map<string, Download>()

function answer(text: string, asked: Set<number>): string {
  if (text.includes('"browsingContext.download')) return nameDownload(text)
  if (asked.size === 0) return text
  const { id, type, error } = JSON.parse(text) as Answer
  if (id === undefined || !asked.delete(id) || type !== 'error' || error !== 'unknown command') return text
  return JSON.stringify({ type: 'success', id, result: {} })
}

function nameDownload(text: string): string {
  const event = JSON.parse(text) as Answer
  const { method, params } = event
  if (!params || params.navigation || params.download) return text
  const { url, suggestedFilename, filepath } = params
  if (method === 'browsingContext.downloadWillBegin')
    downloads.set(url, { id: `download-${downloads.size + 1}`, name: suggestedFilename ?? '' })
  const download = downloads.get(url)
  // Playwright looks for the file under its own name, which Firefox changes if there is one already.
  if (download && filepath && basename(filepath) !== download.name)
    renameSync(filepath, join(dirname(filepath), download.name))
  return JSON.stringify({ ...event, params: { ...params, navigation: download?.id ?? null } })
}
