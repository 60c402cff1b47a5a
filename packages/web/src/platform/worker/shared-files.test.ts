import { expect, it } from 'vitest'
import { takeShared } from '../desktop/take-shared.ts'
import { storeShared } from './shared-files.ts'

const origin = 'https://tavla.example'

function fakeCaches() {
  const all = new Map<string, Map<string, Response>>()
  return {
    has: async (name: string) => all.has(name),
    delete: async (name: string) => all.delete(name),
    async open(name: string) {
      const entries = all.get(name) ?? new Map<string, Response>()
      all.set(name, entries)
      return {
        put: async (url: string, response: Response) => void entries.set(url, response),
        keys: async () => [...entries.keys()],
        match: async (url: string) => entries.get(url),
      } as unknown as Cache
    },
  }
}

async function share(parts: readonly (readonly [string, string | File])[], caches = fakeCaches()) {
  const body = new FormData()
  for (const [name, value] of parts) body.append(name, value)
  const request = new Request(`${origin}/app/share`, { method: 'POST', body })
  const response = await storeShared(request, { caches, origin })
  expect([response.status, response.headers.get('location')]).toEqual([303, `${origin}/app/dashboard`])
  const read = async () => {
    const files = await takeShared(caches, true)
    return Promise.all(files.map(async (file) => [file.name, file.type, await file.text()]))
  }
  return { read, caches }
}

it('hands shared files to the page, once', async () => {
  const photo = new File(['pixels'], 'Hamn ⚓.png', { type: 'image/png' })
  const { read } = await share([
    ['files', photo],
    ['files', new File([], 'empty.png')],
  ])
  expect(await read()).toEqual([['Hamn ⚓.png', 'image/png', 'pixels']])
  expect(await read()).toEqual([])
})

it('makes an outline of shared text and its link', async () => {
  const { read } = await share([
    ['title', 'Trip: harbour'],
    ['text', 'Boats\n\n Nets '],
    ['url', 'https://example.org/'],
  ])
  expect(await read()).toEqual([
    ['Trip  harbour.md', 'text/markdown', '- Boats\n- Nets\n- https://example.org/\n'],
  ])
})

it('replaces what was not taken, and leads on without anything', async () => {
  const { caches } = await share([['text', 'first']])
  const { read } = await share([['text', 'second']], caches)
  expect((await read()).map(([name]) => name)).toEqual(['second.md'])
  const broken = new Request(`${origin}/app/share`, { method: 'POST', body: 'x' })
  expect((await storeShared(broken, { caches, origin })).status).toBe(303)
  expect(await caches.has('tavla-shared')).toBe(false)
})

it('hands nothing to a browser’s tab, and forgets it', async () => {
  const { read, caches } = await share([['text', 'from elsewhere']])
  expect(await takeShared(caches, false)).toEqual([])
  expect(await read()).toEqual([])
})
