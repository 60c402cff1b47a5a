// Starts Firefox and passes Playwright's WebDriver BiDi messages on. Playwright sends commands that the installed
// Firefox may be too old for, and gives up when one is unknown: colour schemes are then set in the browser itself, and
// others that only change what pages see of the device count as done.

import { spawn } from 'node:child_process'
import { renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'

const listening = /^(WebDriver BiDi listening on )ws:\/\/([^/\s]+)/
const dispensable = /^emulation\.set(MediaFeatures|Screen\w+|Locale|Timezone)Override$/

// System access lets this adapter set what no command of the protocol does yet.
const args = ['--remote-allow-system-access', ...process.argv.slice(2)]
const browser = spawn(process.env['TAVLA_FIREFOX'] ?? 'firefox', args, {
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
  readonly params: {
    readonly contexts?: readonly string[]
    readonly features?: { readonly 'prefers-color-scheme'?: string | null }
  }
}

interface Answer {
  readonly id?: number
  readonly type: string
  readonly error?: string
  readonly method?: string
  readonly result?: { readonly contexts?: readonly { readonly context: string }[] }
  readonly params?: {
    readonly url: string
    readonly navigation?: string | null
    readonly download?: string
    readonly suggestedFilename?: string
    readonly filepath?: string | null
  }
}

/** Larger than any id that Playwright gives its commands. */
const firstOwnId = 1_000_000_000

function relay(client: WebSocket, url: string): void {
  const upstream = new WebSocket(url, { maxPayload: 0, perMessageDeflate: false })
  const early: string[] = []
  const asked = new Map<number, Command>()
  const own = new Map<number, (answer: Answer) => void>()
  let sessionId: number | undefined
  let ownIds = firstOwnId

  const ask: Ask = (method, params) =>
    new Promise((resolve) => {
      own.set(++ownIds, resolve)
      upstream.send(JSON.stringify({ id: ownIds, method, params }))
    })

  async function replace(answer: Answer, { method, params }: Command): Promise<void> {
    const { contexts, features } = params
    if (method === 'emulation.setMediaFeaturesOverride' && contexts && features)
      await setColorScheme(ask, contexts, features['prefers-color-scheme'] ?? 'none')
    client.send(JSON.stringify({ type: 'success', id: answer.id, result: {} }))
  }

  client.on('message', (data: Buffer) => {
    const text = data.toString('utf8')
    const command = JSON.parse(text) as Command
    if (command.method === 'session.new') sessionId = command.id
    if (dispensable.test(command.method)) asked.set(command.id, command)
    if (upstream.readyState === WebSocket.OPEN) upstream.send(text)
    else early.push(text)
  })
  upstream.on('open', () => {
    for (const text of early.splice(0)) upstream.send(text)
  })
  upstream.on('message', (data: Buffer) => {
    const text = data.toString('utf8')
    if (text.includes('"browsingContext.download')) return client.send(nameDownload(text))
    if (asked.size === 0 && own.size === 0 && sessionId === undefined) return client.send(text)
    const answer = JSON.parse(text) as Answer
    const { id = 0, type, error } = answer
    if (own.has(id)) {
      own.get(id)?.(answer)
      return void own.delete(id)
    }
    if (id === sessionId) {
      sessionId = undefined
      // Before the scripts that Playwright adds to pages once it has its session.
      return void ask('script.addPreloadScript', { functionDeclaration: insertAsTyped }).then(() =>
        client.send(text),
      )
    }
    const command = asked.get(id)
    asked.delete(id)
    if (command && type === 'error' && error === 'unknown command') return void replace(answer, command)
    client.send(text)
  })
  upstream.on('close', () => client.close())
  upstream.on('error', () => client.close())
  client.on('close', () => upstream.close())
}

type Ask = (method: string, params: object) => Promise<Answer>

/**
 * Replaces the function by which Playwright fills in a field: it sets the value, of which React does not learn.
 */
const insertAsTyped = `() => {
  const insert = (text) => {
    let element = document.activeElement
    while (element?.shadowRoot) element = element.shadowRoot.activeElement
    if (element?.localName === 'iframe') return element
    document.execCommand('insertText', false, text)
  }
  Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insert, set() {} })
}`

const overrideColorScheme = `(scheme, ...ids) => {
  const url = 'chrome://remote/content/shared/NavigableManager.sys.mjs'
  const { NavigableManager } = ChromeUtils.importESModule(url)
  for (const id of ids) {
    const page = NavigableManager.getBrowsingContextById(id)?.top
    if (page) page.prefersColorSchemeOverride = scheme
  }
}`

async function setColorScheme(ask: Ask, contexts: readonly string[], scheme: string): Promise<void> {
  const { result } = await ask('browsingContext.getTree', { 'moz:scope': 'chrome', maxDepth: 0 })
  const context = result?.contexts?.[0]?.context
  if (context === undefined) return
  await ask('script.callFunction', {
    target: { context },
    awaitPromise: false,
    functionDeclaration: overrideColorScheme,
    arguments: [scheme, ...contexts].map((value) => ({ type: 'string', value })),
  })
}

interface Download {
  readonly id: string
  readonly name: string
}

/** Downloads by URL: Firefox names none for a link with `download`, and Playwright needs an id. */
const downloads = new Map<string, Download>()

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
