import { sharePath, storeShared } from './shared-files.ts'

/**
 * What the service worker caches of the app and when it answers from the cache. It imports nothing of the page, so
 * that it is built to one file, and it never intercepts `/api` or other paths of the server.
 */

/** Facts about the worker's build, provided by the bundler. */
export interface Build {
  /** Changes with any file of the build. */
  readonly id: string
  /** URL of the entry script of this build's page. */
  readonly entry: string
  /** URLs that are cached at installation: scripts, styles, translations. */
  readonly files: readonly string[]
}

export interface ShellHost {
  readonly caches: Pick<CacheStorage, 'open' | 'keys' | 'delete' | 'match'>
  readonly fetch: (request: Request | string, init?: RequestInit) => Promise<Response>
  readonly origin: string
  /** Aborts when the page or translations take too long. */
  readonly createTimeout: () => AbortSignal
}

export interface Shell {
  /** Caches a whole build or fails; an incomplete one is never used. */
  install(): Promise<void>
  /** Deletes builds that no open page can use. */
  prune(): Promise<void>
  /** Caches files that the first page had loaded before there was a worker. */
  cacheAssets(urls: readonly string[]): Promise<void>
  /** Null: not intercepted. */
  respond(request: Request): Promise<Response> | null
}

/** The page is the same at every URL of the app. */
const page = '/app/'
/** The card form's page, which has its own policy. */
const cardForm = '/app/pay'
const prefix = 'tavla-build-'
/** Pages of the previous build may be open and still need chunks. */
const maxBuilds = 2
const maxParallel = 4

export function createShell(build: Build, host: ShellHost): Shell {
  const name = prefix + build.id
  const { caches } = host
  const getPath = (url: string) => new URL(url, host.origin).pathname
  const isAsset = (path: string) => path.startsWith('/app/assets/')
  const getCached = async (url: string) =>
    (await (await caches.open(name)).match(url, { ignoreVary: true })) ?? null

  async function fetchAndCache(url: string, cache: Cache, init: RequestInit = {}): Promise<void> {
    const response = await host.fetch(url, init)
    if (!response.ok) throw new Error(`${url} answered ${response.status}`)
    await cache.put(url, response)
  }

  async function cachePage(cache: Cache): Promise<void> {
    const response = await host.fetch(page, { cache: 'no-store' })
    // During a deployment, page and worker can belong to two builds: retried later.
    if (!response.ok || !(await response.clone().text()).includes(`"${build.entry}"`))
      throw new Error('The page is not of this build')
    await cache.put(page, response)
  }

  /** Null without an answer in time; the request continues, for callers that hold it. */
  async function raceTimeout(pending: Promise<Response>): Promise<Response | null> {
    const timeout = host.createTimeout()
    const timedOut = new Promise<null>((resolve) => timeout.addEventListener('abort', () => resolve(null)))
    const settled = pending.catch(() => null)
    return timeout.aborted ? null : Promise.race([settled, timedOut])
  }

  /** A gateway error counts as no answer. */
  async function networkFirst(request: Request, url: string): Promise<Response> {
    const pending = host.fetch(request)
    const response = await raceTimeout(pending)
    if (response && response.status < 500) return response
    return (await getCached(url)) ?? response ?? (await pending)
  }

  /** Names of chunks contain a content hash, so a chunk of any build's cache is correct. */
  async function getAsset(request: Request): Promise<Response> {
    const cached = await getCached(request.url)
    if (cached) return cached
    const older = await caches.match(request, { ignoreVary: true })
    if (older) {
      // Fonts are cached when they are used, and must not be removed with the older build.
      void cacheInBackground(request.url, older.clone())
      return older
    }
    const response = await host.fetch(request)
    // Cached in the background, so that a full disk does not block the response.
    if (response.ok) void cacheInBackground(request.url, response.clone())
    return response
  }

  async function cacheInBackground(url: string, response: Response): Promise<void> {
    try {
      await (await caches.open(name)).put(url, response)
    } catch {
      // No space: it is loaded again the next time.
    }
  }

  return {
    async install() {
      // A build that returns is the newest again.
      await caches.delete(name)
      const cache = await caches.open(name)
      try {
        await cachePage(cache)
        const waiting = [...build.files]
        const fetchNext = async (): Promise<void> => {
          for (let file = waiting.shift(); file !== undefined; file = waiting.shift())
            await fetchAndCache(file, cache, isAsset(file) ? {} : { cache: 'no-cache' })
        }
        await Promise.all(Array.from({ length: maxParallel }, fetchNext))
      } catch (error) {
        await caches.delete(name)
        throw error
      }
    },
    async prune() {
      // In order of creation.
      const builds = (await caches.keys()).filter((each) => each.startsWith(prefix))
      for (const build of builds.slice(0, -maxBuilds)) await caches.delete(build)
    },
    async cacheAssets(urls) {
      const cache = await caches.open(name)
      for (const url of urls) {
        const { origin, pathname } = new URL(url, host.origin)
        if (origin !== host.origin || !isAsset(pathname) || (await cache.match(pathname))) continue
        await fetchAndCache(pathname, cache).catch(() => undefined)
      }
    },
    respond(request) {
      const { origin, pathname } = new URL(request.url)
      if (request.method === 'POST' && origin === host.origin && pathname === sharePath)
        return storeShared(request, host)
      if (request.method !== 'GET' || origin !== host.origin) return null
      if (isAsset(pathname)) return getAsset(request)
      if (build.files.includes(pathname)) return networkFirst(request, getPath(request.url))
      const isPage =
        request.mode === 'navigate' &&
        pathname.startsWith(page) &&
        // A separate document, of no use offline.
        pathname !== cardForm &&
        !/\.[a-z0-9]+$/i.test(pathname)
      return isPage ? networkFirst(request, page) : null
    },
  }
}
