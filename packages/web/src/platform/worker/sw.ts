import { createShell } from './shell.ts'
import type { Build } from './shell.ts'

/** Prepended by the bundler; see `service-worker.ts` next to the bundler's configuration. */
declare const tavlaBuild: Build

/** The used part of the service worker's global scope; the page's types do not have it. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface WorkerFetchEvent extends WorkerEvent {
  readonly request: Request
  respondWith(response: Promise<Response>): void
}
/** A rule by which the browser answers without the worker. Chromium 123 and later have it; others ask the worker. */
interface Route {
  readonly condition: { readonly urlPattern: string }
  readonly source: 'cache'
}
interface WorkerInstallEvent extends WorkerEvent {
  addRoutes?(routes: readonly Route[]): Promise<void>
}
interface WorkerScope {
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install', listener: (event: WorkerInstallEvent) => void): void
  addEventListener(type: 'activate', listener: (event: WorkerEvent) => void): void
  addEventListener(type: 'message', listener: (event: WorkerEvent & { readonly data: unknown }) => void): void
  addEventListener(type: 'fetch', listener: (event: WorkerFetchEvent) => void): void
}

/** How long the network may take before the cached page is shown instead, ms. */
const pageTimeoutMs = 2_000

const scope = globalThis as unknown as WorkerScope
const shell = createShell(tavlaBuild, {
  caches,
  fetch: (request, init) => fetch(request, init),
  origin: location.origin,
  createTimeout: () => AbortSignal.timeout(pageTimeoutMs),
})

/** Scripts and styles, all of which are cached at installation; the worker itself answers only more slowly. */
const routes = ['js', 'css'].map((type): Route => ({
  condition: { urlPattern: `/app/assets/:file.${type}` },
  source: 'cache',
}))

scope.addEventListener('install', (event) => {
  // Pages of the previous build continue: their chunks stay cached, and they reload if the server requires it.
  event.waitUntil(shell.install().then(() => scope.skipWaiting()))
  if (event.addRoutes) event.waitUntil(event.addRoutes(routes))
})

scope.addEventListener('activate', (event) => {
  event.waitUntil(shell.prune().then(() => scope.clients.claim()))
})

scope.addEventListener('message', (event) => {
  if (!Array.isArray(event.data)) return
  event.waitUntil(shell.cacheAssets(event.data.filter((url) => typeof url === 'string')))
})

scope.addEventListener('fetch', (event) => {
  const response = shell.respond(event.request)
  if (response) event.respondWith(response)
})
