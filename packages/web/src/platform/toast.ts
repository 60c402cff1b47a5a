import { signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { toastMs } from '@tavla/contract'
import { getFullUrl } from './dom/url.ts'
import { clock } from './dom/clock.ts'
import type { Clock } from './dom/clock.ts'

/** URLs on which a refusal is shown next to the field instead; spec §2. */
const silentPaths = ['login', 'forget-loading', 'userinfo', 'pclogin']

export function isSilent(url: string): boolean {
  return silentPaths.some((word) => url.includes(word))
}

export interface ToastAction {
  readonly label: string
  run(): void
}

export interface Toast {
  readonly kind: 'refusal' | 'note'
  readonly text: string
  /** An action, such as undo. */
  readonly action: ToastAction | null
}

export interface Toasts {
  /** The shown toast, at most one. */
  readonly shown: ReadonlySignal<Toast | null>
  /** Shows a refusal for 4 s; a new text replaces the open toast and restarts the time. */
  refuse(text: string, action?: ToastAction | null): void
  /** Confirms an action, optionally with a button, for the same time. */
  note(text: string, action?: ToastAction): void
  close(): void
}

export function createToasts(deps: { clock: Clock; url: () => string }): Toasts {
  const shown = signal<Toast | null>(null)
  let cancel = () => {}

  const close = () => {
    cancel()
    shown.value = null
  }
  const show = (toast: Toast) => {
    cancel()
    shown.value = toast
    cancel = deps.clock.after(toastMs, close)
  }

  return {
    shown,
    refuse(text, action = null) {
      if (!isSilent(deps.url())) show({ kind: 'refusal', text, action })
    },
    note: (text, action) => show({ kind: 'note', text, action: action ?? null }),
    close,
  }
}

export const toasts = createToasts({ clock, url: getFullUrl })
