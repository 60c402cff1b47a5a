import { basePath } from '@tavla/contract'
import { clock, sleep } from '../dom/clock.ts'

/** Whether this page can be reopened offline. Plain-HTTP origins have no service worker. */
export function canReopen(): boolean {
  return globalThis.isSecureContext && 'serviceWorker' in navigator
}

/** Delay before caching, so that it does not compete with the first screen. */
const afterStartMs = 3_000

/** Registers the service worker, once the page itself has loaded. */
export async function cacheApp(): Promise<void> {
  if (!canReopen()) return
  await sleep(afterStartMs)
  try {
    await navigator.serviceWorker.register(`${basePath}/sw.js`, {
      scope: `${basePath}/`,
      updateViaCache: 'none',
    })
    const { active } = await navigator.serviceWorker.ready
    active?.postMessage(performance.getEntriesByType('resource').map(({ name }) => name))
  } catch (error) {
    // Not allowed in some private windows: the app then needs the network to open.
    console.warn('The app could not be kept for opening without a network', error)
  }
}

const updatesWithinMs = 20_000

/** Updates the service worker to the server's build, so that a reload does not show the old page again. */
export async function updateApp(): Promise<void> {
  if (!canReopen()) return
  const registration = await navigator.serviceWorker.getRegistration(`${basePath}/`)
  if (!registration) return
  await registration.update()
  const coming = registration.installing ?? registration.waiting
  if (coming) await Promise.race([untilActive(coming), sleep(updatesWithinMs, clock)])
}

function untilActive(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (worker.state === 'activated' || worker.state === 'redundant') resolve()
    }
    worker.addEventListener('statechange', check)
    check()
  })
}
