import { basePath } from '@tavla/contract'
import { clock, sleep } from '../dom/clock.ts'

/** Can this page be opened again without a network? Plain-http origins have no service worker. */
export function canReopen(): boolean {
  return globalThis.isSecureContext && 'serviceWorker' in navigator
}

/** The first screen has the line to itself; keeping the rest can wait for that long. */
const afterStartMs = 3_000

/** Has the service worker keep the app, once the page has what it needs itself. */
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
    // Forbidden in some private windows: the app then needs the network to open, as any page does.
    console.warn('The app could not be kept for opening without a network', error)
  }
}

const updatesWithinMs = 20_000

/** Brings the service worker up to the server's build, so that a reload cannot end at the old page again. */
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
    const look = (): void => {
      if (worker.state === 'activated' || worker.state === 'redundant') resolve()
    }
    worker.addEventListener('statechange', look)
    look()
  })
}
