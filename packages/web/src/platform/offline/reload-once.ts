import { type ReadonlySignal, signal } from '@preact/signals-core'
import type { BrowserStorage } from '../storage.ts'
import { keys } from '../storage-keys.ts'

export interface ReloadDeps {
  readonly storage: BrowserStorage
  /** The build of this page. */
  readonly build: () => string
  /** Downloads the newest build. */
  readonly update: () => Promise<void>
  readonly reload: () => void
}

/** What to do when the server requires a newer page. */
export interface ReloadOnce {
  /** This page was reloaded for that reason, and the server still requires a newer one. */
  readonly isStillOutdated: ReadonlySignal<boolean>
  /**
   * Once per build: otherwise a server that always asks for a newer page, or two that disagree, would
   * reload forever.
   */
  outdated(): void
  /** On the person's request: always. */
  now(): void
}

/** More builds than are ever in use at the same time. */
const maxBuilds = 20

export function createReloadOnce({ storage, build, update, reload }: ReloadDeps): ReloadOnce {
  const isStillOutdated = signal(false)
  let isReloading = false
  const getReloadedBuilds = (): readonly string[] => storage.read(keys.reloaded) ?? []
  const now = (): void => {
    if (isReloading) return
    isReloading = true
    storage.write(keys.reloaded, [...new Set([...getReloadedBuilds(), build()])].slice(-maxBuilds))
    // The reload may help even without an update: the network has the newest page.
    void update()
      .catch(() => undefined)
      .then(() => {
        isReloading = false
        reload()
      })
  }
  return {
    isStillOutdated,
    outdated() {
      if (isReloading) return
      if (getReloadedBuilds().includes(build())) isStillOutdated.value = true
      else now()
    },
    now,
  }
}
