import { expect, test } from 'vitest'
import { type Build, createShell } from './shell.ts'

const origin = 'https://tavla.example'
const policy = "default-src 'none'; style-src 'nonce-n1'"

const getBuild = (id: string): Build => ({
  id,
  entry: `/app/assets/index-${id}.js`,
  files: [`/app/assets/index-${id}.js`, '/app/locales/en/common.json'],
})

/** The browser's cache storage, as far as the worker uses it: by path, in order of creation. */
function fakeCaches() {
  const all = new Map<string, Map<string, Response>>()
  const getPath = (request: RequestInfo | URL): string =>
    new URL(request instanceof Request ? request.url : String(request), origin).pathname
  const open = async (name: string) => {
    const entries = all.get(name) ?? new Map<string, Response>()
    all.set(name, entries)
    return {
      match: async (request: RequestInfo | URL) => entries.get(getPath(request))?.clone(),
      put: async (request: RequestInfo | URL, response: Response) =>
        void entries.set(getPath(request), response),
    } as unknown as Cache
  }
  return {
    names: () => [...all.keys()],
    getPaths: (name: string) => [...(all.get(name)?.keys() ?? [])].toSorted(),
    open,
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    match: async (request: RequestInfo | URL) => {
      for (const entries of all.values()) {
        const found = entries.get(getPath(request))
        if (found) return found.clone()
      }
      return undefined
    },
  }
}

/** A server with one build, which the test can stop or slow down. */
function createWorld() {
  const caches = fakeCaches()
  const state = { build: 'one', mode: 'up' as 'up' | 'down' | 'silent' | 'broken', request: [] as string[] }
  const late = new AbortController()
  const fetch = async (request: Request | string): Promise<Response> => {
    const path = new URL(typeof request === 'string' ? request : request.url, origin).pathname
    state.request.push(path)
    if (state.mode === 'down') throw new TypeError('no network')
    if (state.mode === 'silent') return new Promise(() => undefined)
    if (state.mode === 'broken') return new Response('bad gateway', { status: 502 })
    if (path.startsWith('/app/assets/'))
      return path.includes(state.build) || path.includes('font')
        ? new Response(`part ${path}`)
        : new Response('gone', { status: 404 })
    if (path.startsWith('/app/locales/')) return new Response(`words of ${state.build}`)
    const page = `<script src="${getBuild(state.build).entry}" nonce="n1">`
    return new Response(page, { headers: { 'content-security-policy': policy } })
  }
  const getShell = (id: string) =>
    createShell(getBuild(id), { caches, fetch, origin, createTimeout: () => late.signal })
  return { caches, state, late, getShell }
}

const visit = (path: string, init?: RequestInit): Request => {
  const request = new Request(origin + path, init)
  // Scripts cannot make such a request, but the browser does.
  Object.defineProperty(request, 'mode', { value: 'navigate' })
  return request
}
const createRequest = (path: string, init?: RequestInit): Request => new Request(origin + path, init)

test('offline, every URL of the app is answered by the cached page, with the policy that has its nonce', async () => {
  const { getShell, state } = createWorld()
  const shell = getShell('one')
  await shell.install()
  state.mode = 'down'
  for (const path of ['/app/', '/app/whiteboard?w=w1', '/app/dashboard']) {
    const response = await shell.respond(visit(path))
    expect(response?.headers.get('content-security-policy')).toBe(policy)
    expect(await response?.text()).toContain('nonce="n1"')
  }
})

test('online, the page comes from the server, and from the cache only if the server fails or is too slow', async () => {
  const { getShell, state, late } = createWorld()
  const shell = getShell('one')
  await shell.install()
  state.build = 'two'
  expect(await (await shell.respond(visit('/app/')))?.text()).toContain('index-two')
  state.mode = 'broken'
  expect(await (await shell.respond(visit('/app/')))?.text()).toContain('index-one')
  state.mode = 'silent'
  const waiting = shell.respond(visit('/app/'))
  late.abort()
  expect(await (await waiting)?.text()).toContain('index-one')
})

test('translations come from the server if possible, chunks from any cache', async () => {
  const { getShell, state } = createWorld()
  const shell = getShell('one')
  await shell.install()
  state.request = []
  expect(await (await shell.respond(createRequest('/app/locales/en/common.json')))?.text()).toBe(
    'words of one',
  )
  expect(await (await shell.respond(createRequest('/app/assets/index-one.js')))?.text()).toContain('part')
  expect(state.request).toEqual(['/app/locales/en/common.json'])
  state.mode = 'down'
  expect(await (await shell.respond(createRequest('/app/locales/en/common.json')))?.text()).toBe(
    'words of one',
  )
})

test('API calls, other origins, files and forms are not intercepted', async () => {
  const shell = createWorld().getShell('one')
  for (const path of ['/api/space/info?wid=w', '/healthz', '/dev/inbox', '/app/sign.png'])
    expect(shell.respond(createRequest(path)), path).toBeNull()
  expect(shell.respond(visit('/api/photo/x'))).toBeNull()
  expect(shell.respond(visit('/app/report.txt'))).toBeNull()
  expect(shell.respond(new Request('https://elsewhere.example/app/assets/x.js'))).toBeNull()
  expect(shell.respond(visit('/app/apple-loading', { method: 'POST' }))).toBeNull()
})

test('a build that is incomplete, or whose page belongs to another build, is not cached', async () => {
  const { getShell, state, caches } = createWorld()
  await expect(getShell('two').install()).rejects.toThrow('not of this build')
  state.mode = 'broken'
  await expect(getShell('one').install()).rejects.toThrow()
  expect(caches.names()).toEqual([])
})

test('the previous build stays for pages that still use it; older ones are removed', async () => {
  const { getShell, state, caches } = createWorld()
  for (const id of ['one', 'two', 'three']) {
    state.build = id
    await getShell(id).install()
    await getShell(id).prune()
  }
  expect(caches.names()).toEqual(['tavla-build-two', 'tavla-build-three'])
  state.build = 'two'
  await getShell('two').install()
  expect(caches.names()).toEqual(['tavla-build-three', 'tavla-build-two'])
})

test('a font that the previous build had cached stays when that build is removed', async () => {
  const { getShell, state, caches } = createWorld()
  const path = '/app/assets/font.woff2'
  for (const id of ['one', 'two', 'three']) {
    state.build = id
    const shell = getShell(id)
    await shell.install()
    await shell.prune()
    if (id === 'one') await shell.cacheAssets([origin + path])
    expect(await (await shell.respond(createRequest(path)))?.text()).toBe(`part ${path}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(caches.names()).toEqual(['tavla-build-two', 'tavla-build-three'])
  expect(state.request.filter((request) => request === path)).toHaveLength(1)
})

test('files of the build that the first page had loaded are cached too', async () => {
  const { getShell, caches } = createWorld()
  const shell = getShell('one')
  await shell.cacheAssets([
    `${origin}/app/assets/font.woff2`,
    `${origin}/api/file/get/x`,
    'https://elsewhere.example/app/assets/x.js',
    `${origin}/app/assets/lost.woff2`,
  ])
  expect(caches.getPaths('tavla-build-one')).toEqual(['/app/assets/font.woff2'])
})
