import { expect, it } from 'vitest'
import type { DesktopBridge } from '@tavla/contract/desktop'
import { installPageBridge, type PageMessage } from './page-script.ts'

const origin = 'https://board.example.org'

interface PageParts {
  readonly tavla?: DesktopBridge
  readonly tavlaShell?: (message: object) => Promise<unknown>
}

/** Runs the script in a page that is described by its address and whether it is a frame. */
function open(url: string, isFrame = false) {
  const sent: { id: number; message: object }[] = []
  const stored = new Map<string, string>()
  let receive: (message: PageMessage) => void = () => {}
  const target = { addEventListener: () => {} }
  const page = {
    location: new URL(url),
    localStorage: { setItem: (key: string, value: string) => stored.set(key, value) },
    ...{ screenX: 0, screenY: 0, outerWidth: 800, outerHeight: 600, document: target, ...target },
  }
  Object.defineProperty(page, 'top', { value: isFrame ? {} : page })
  const run = new Function(
    'globalThis',
    'options',
    'transport',
    `(${installPageBridge.toString()})(options, transport)`,
  ) as (globals: object, options: object, transport: object) => void
  run(
    page,
    { origin, flagKey: 'pcapp', version: 3 },
    {
      send: (text: string) => sent.push(JSON.parse(text) as (typeof sent)[number]),
      listen: (listener: typeof receive) => (receive = listener),
    },
  )
  return { page: page as PageParts, sent, stored, receive: (message: PageMessage) => receive(message) }
}

it('gives the bridge and the flag to pages of the server, and to nothing else', () => {
  const app = open(`${origin}/app/pcapp`)
  expect(Object.isFrozen(app.page.tavla)).toBe(true)
  expect(app.stored.get('pcapp')).toBe('1')
  const own = open('data:text/html,x')
  expect(own.page.tavla).toBeUndefined()
  expect(own.page.tavlaShell).toBeTypeOf('function')
  for (const [url, isFrame] of [
    ['https://evil.example/app/pcapp', false],
    ['http://board.example.org/app/pcapp', false],
    ['https://board.example.org.evil.example/app/pcapp', false],
    ['https://board.example.org:8443/app/pcapp', false],
    [`${origin}/app/pay`, true],
    ['data:text/html,x', true],
  ] as const) {
    const { page, stored, sent } = open(url, isFrame)
    expect([page.tavla, page.tavlaShell, stored.size, sent.length], url).toEqual([undefined, undefined, 0, 0])
  }
})

it('gives each call its own answer, and refusals no reason', async () => {
  const { page, sent, receive } = open(`${origin}/app/pcapp`)
  const first = page.tavla?.pasteCode('a')
  const second = page.tavla?.pasteCode('b')
  expect(sent).toEqual([
    { id: 1, message: { verb: 'pasteCode', text: 'a' } },
    { id: 2, message: { verb: 'pasteCode', text: 'b' } },
  ])
  receive({ id: 2, isOk: false, value: null })
  receive({ id: 1, isOk: true, value: true })
  await expect(first).resolves.toBe(true)
  await expect(second).rejects.toThrow('The shell refused')
})

it('reports the push-to-talk key to listeners until they stop', () => {
  const { page, receive } = open(`${origin}/app/pcapp`)
  const changes: boolean[] = []
  const stop = page.tavla?.onTalkKey((isDown) => changes.push(isDown))
  receive({ event: 'talk-key', isDown: true })
  stop?.()
  receive({ event: 'talk-key', isDown: false })
  expect(changes).toEqual([true])
})
