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
interface WorkerScope {
  readonly clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void
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

scope.addEventListener('install', (event) => {
  // Pages of the previous build continue: their chunks stay cached, and they reload if the server requires it.
  event.waitUntil(shell.install().then(() => scope.skipWaiting()))
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
