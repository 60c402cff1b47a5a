/**
 * What the service worker keeps of the app and when it answers from there. It imports nothing of the page, so that it
 * is built to one file, and it touches neither `/api` nor anything else of the server.
 */

/** What the bundler says of the build that this worker belongs to. */
export interface Build {
  /** Changes with any file of the build. */
  readonly id: string
  /** Address of the script that the page of this build begins with. */
  readonly entry: string
  /** Addresses that are kept at once: scripts, styles, words. */
  readonly files: readonly string[]
}

export interface ShellHost {
  readonly caches: Pick<CacheStorage, 'open' | 'keys' | 'delete' | 'match'>
  readonly fetch: (request: Request | string, init?: RequestInit) => Promise<Response>
  readonly origin: string
  /** Aborts when a page or its words have been waited for long enough. */
  readonly late: () => AbortSignal
}

export interface Shell {
  /** Keeps a whole build or fails; a half one is never answered from. */
  install(): Promise<void>
  /** Forgets builds that no open page can be of. */
  prune(): Promise<void>
  /** Files that the first page had fetched before a worker was there. */
  keep(addresses: readonly string[]): Promise<void>
  /** Null: none of the worker's business, the browser goes on as if there were no worker. */
  answer(request: Request): Promise<Response> | null
}

/** The page is the same at every address of the app. */
const page = '/app/'
/** Of payments; its policy is its own. */
const cardForm = '/app/pay'
const prefix = 'tavla-build-'
/** Pages of the build before may still be open and ask for parts they have not loaded yet. */
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
    // While a server is being replaced, page and worker may come from two builds: then this one is tried again later.
    if (!answer.ok || !(await answer.clone().text()).includes(`"${build.entry}"`))
      throw new Error('The page is not of this build')
    await cache.put(page, answer)
  }

  /** Null when there is no answer in time; the answer then goes on being waited for by anyone who holds it. */
  async function inTime(asked: Promise<Response>): Promise<Response | null> {
    const late = host.late()
    const tooLate = new Promise<null>((resolve) => late.addEventListener('abort', () => resolve(null)))
    const answered = asked.catch(() => null)
    return late.aborted ? null : Promise.race([answered, tooLate])
  }

  /** A server, or what stands before it, that says it cannot is as good as none. */
  async function networkFirst(request: Request, address: string): Promise<Response> {
    const asked = host.fetch(request)
    const answer = await inTime(asked)
    if (answer && answer.status < 500) return answer
    return (await kept(address)) ?? answer ?? (await asked)
  }

  /** Names of parts hold a hash of what is in them, so whichever build kept one, it is the right one. */
  async function part(request: Request): Promise<Response> {
    const own = await kept(request.url)
    if (own) return own
    const before = await caches.match(request, { ignoreVary: true })
    if (before) {
      // Fonts are kept as they are used, and must not go with the older build.
      void cacheBeside(request.url, before.clone())
      return before
    }
    const answer = await host.fetch(request)
    // Kept beside, so that a full disk does not keep the part from the page.
    if (answer.ok) void cacheBeside(request.url, answer.clone())
    return answer
  }

  async function cacheBeside(address: string, answer: Response): Promise<void> {
    try {
      await (await caches.open(name)).put(address, answer)
    } catch {
      // No room: it is fetched again the next time.
    }
  }

  return {
    async install() {
      // A build that comes back is the newest again.
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
      // In the order in which they were made.
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
        // A document of its own, of no use without a network.
        pathname !== cardForm &&
        !/\.[a-z0-9]+$/i.test(pathname)
      return isPage ? networkFirst(request, page) : null
    },
  }
}
