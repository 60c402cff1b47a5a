import { type ReadonlySignal, signal } from '@preact/signals-core'
import type { BrowserStorage } from '../storage.ts'
import { keys } from '../storage-keys.ts'

export interface ReloadDeps {
  readonly storage: BrowserStorage
  /** Names the build that this page is of. */
  readonly build: () => string
  /** Fetches the newest build into the browser. */
  readonly update: () => Promise<void>
  readonly reload: () => void
}

/** What to do when the server wants a newer page. */
export interface ReloadOnce {
  /** This page was loaded because of that, and the server still says so. */
  readonly inVain: ReadonlySignal<boolean>
  /** Once for each build: a server that is never content, or two that disagree, would have the page reload for ever. */
  outdated(): void
  /** The person asks for it: always. */
  now(): void
}

/** More are not running at the same time. */
const keptBuilds = 20

export function createReloadOnce({ storage, build, update, reload }: ReloadDeps): ReloadOnce {
  const inVain = signal(false)
  let isUnderWay = false
  const reloaded = (): readonly string[] => storage.read(keys.reloaded) ?? []
  const now = (): void => {
    if (isUnderWay) return
    isUnderWay = true
    storage.write(keys.reloaded, [...new Set([...reloaded(), build()])].slice(-keptBuilds))
    // Without an update the reload may still help: the network has the newest page.
    void update()
      .catch(() => undefined)
      .then(() => {
        isUnderWay = false
        reload()
      })
  }
  return {
    inVain,
    outdated() {
      if (isUnderWay) return
      if (reloaded().includes(build())) inVain.value = true
      else now()
    },
    now,
  }
}
