import { signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { storage } from '../storage.ts'
import type { BrowserStorage } from '../storage.ts'
import { keys } from '../storage-keys.ts'
import { isDesktop } from './desktop.ts'

/** Chromium's event, which the DOM types lack: the page can be installed as an app. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

/** Installs the page as an app of the system, where the browser can do that. */
export interface AppInstall {
  /** Opens the browser's dialog; null if the app is installed or cannot be. */
  readonly open: ReadonlySignal<(() => void) | null>
  /** Whether the hint is shown: once in a browser, until the page is left. */
  readonly isHinted: ReadonlySignal<boolean>
  /** Shows the hint if this browser has not shown it before. */
  hint(): void
  closeHint(): void
  /** Called when the page starts, because the browser sends its event only once. */
  watch(events: InstallEvents): void
}

type InstallEvents = Pick<EventTarget, 'addEventListener'>

export function createAppInstall(store: BrowserStorage, isShell: () => boolean): AppInstall {
  const open = signal<(() => void) | null>(null)
  const isHinted = signal(false)
  const done = () => {
    open.value = null
    isHinted.value = false
  }
  return {
    open,
    isHinted,
    hint() {
      if (open.peek() === null || isHinted.peek() || store.read(keys.installHint) !== null) return
      store.write(keys.installHint, '1')
      isHinted.value = true
    },
    closeHint: () => void (isHinted.value = false),
    watch(events) {
      events.addEventListener('beforeinstallprompt', (event) => {
        // Replaces the browser's own hint on phones, which covers the page.
        event.preventDefault()
        if (isShell()) return
        open.value = () => {
          // Each event opens the dialog once; the browser sends another one after a refusal.
          done()
          void (event as InstallPromptEvent).prompt()
        }
      })
      events.addEventListener('appinstalled', done)
    },
  }
}

export const appInstall = createAppInstall(storage, isDesktop)
