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
  readonly late: () => AbortSignal
}

export interface Shell {
  /** Caches a whole build or fails; an incomplete one is never used. */
  install(): Promise<void>
  /** Deletes builds that no open page can use. */
  prune(): Promise<void>
  /** Caches files that the first page had loaded before there was a worker. */
  keep(addresses: readonly string[]): Promise<void>
  /** Null: not intercepted. */
  answer(request: Request): Promise<Response> | null
}

/** The page is the same at every URL of the app. */
const page = '/app/'
/** The card form's page, which has its own policy. */
const cardForm = '/app/pay'
const prefix = 'tavla-build-'
/** Pages of the previous build may be open and still need chunks. */
const keptBuilds = 2
const fetchedAtOnce = 4

export function createShell(build: Build, host: ShellHost): Shell {
  const name = prefix + build.id
  const { caches } = host
  const getPath = (address: string) => new URL(address, host.origin).pathname
  const isPart = (path: string) => path.startsWith('/app/assets/')
  const kept = async (address: string) =>
    (await (await caches.open(name)).match(address, { ignoreVary: true })) ?? null

  async function fetchAndCache(address: string, cache: Cache, init: RequestInit = {}): Promise<void> {
    const answer = await host.fetch(address, init)
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
    await cache.put(address, answer)
  }

  async function cachePage(cache: Cache): Promise<void> {
    const answer = await host.fetch(page, { cache: 'no-store' })
    // During a deployment, page and worker can belong to two builds: retried later.
    if (!answer.ok || !(await answer.clone().text()).includes(`"${build.entry}"`))
      throw new Error('The page is not of this build')
    await cache.put(page, answer)
  }

  /** Null without an answer in time; the request continues, for callers that hold it. */
  async function inTime(asked: Promise<Response>): Promise<Response | null> {
    const late = host.late()
    const tooLate = new Promise<null>((resolve) => late.addEventListener('abort', () => resolve(null)))
    const answered = asked.catch(() => null)
    return late.aborted ? null : Promise.race([answered, tooLate])
  }

  /** A gateway error counts as no answer. */
  async function networkFirst(request: Request, address: string): Promise<Response> {
    const asked = host.fetch(request)
    const answer = await inTime(asked)
    if (answer && answer.status < 500) return answer
    return (await kept(address)) ?? answer ?? (await asked)
  }

  /** Names of chunks contain a content hash, so a chunk of any build's cache is correct. */
  async function part(request: Request): Promise<Response> {
    const own = await kept(request.url)
    if (own) return own
    const before = await caches.match(request, { ignoreVary: true })
    if (before) {
      // Fonts are cached when they are used, and must not be removed with the older build.
      void cacheBeside(request.url, before.clone())
      return before
    }
    const answer = await host.fetch(request)
    // Cached in the background, so that a full disk does not block the response.
    if (answer.ok) void cacheBeside(request.url, answer.clone())
    return answer
  }

  async function cacheBeside(address: string, answer: Response): Promise<void> {
    try {
      await (await caches.open(name)).put(address, answer)
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
            await fetchAndCache(file, cache, isPart(file) ? {} : { cache: 'no-cache' })
        }
        await Promise.all(Array.from({ length: fetchedAtOnce }, fetchNext))
      } catch (error) {
        await caches.delete(name)
        throw error
      }
    },
    async prune() {
      // In order of creation.
      const builds = (await caches.keys()).filter((each) => each.startsWith(prefix))
      for (const old of builds.slice(0, -keptBuilds)) await caches.delete(old)
    },
    async keep(addresses) {
      const cache = await caches.open(name)
      for (const address of addresses) {
        const { origin, pathname } = new URL(address, host.origin)
        if (origin !== host.origin || !isPart(pathname) || (await cache.match(pathname))) continue
        await fetchAndCache(pathname, cache).catch(() => undefined)
      }
    },
    answer(request) {
      const { origin, pathname } = new URL(request.url)
      if (request.method !== 'GET' || origin !== host.origin) return null
      if (isPart(pathname)) return part(request)
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
