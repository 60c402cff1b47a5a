import { signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { toastMs } from '@tavla/contract'
import { fullUrl } from './dom/url.ts'
import { clock } from './dom/clock.ts'
import type { Clock } from './dom/clock.ts'

/** Addresses on which a refusal is said beside the field instead; spec §2. */
const silentText = ['login', 'forget-loading', 'userinfo', 'pclogin']

export function isSilent(address: string): boolean {
  return silentText.some((word) => address.includes(word))
}

export interface ToastAction {
  readonly label: string
  run(): void
}

export interface Toast {
  readonly kind: 'refusal' | 'note'
  readonly text: string
  /** One action, such as undo. */
  readonly act: ToastAction | null
}

export interface Toasts {
  /** What is shown now: at most one. */
  readonly shown: ReadonlySignal<Toast | null>
  /** A refusal by the server: 4 s; an open toast takes the new text and its time starts anew. */
  refuse(text: string, act?: ToastAction | null): void
  /** Something was done, perhaps with a way back: the same place, and it stays as long. */
  note(text: string, act?: ToastAction): void
  close(): void
}

export function createToasts(deps: { clock: Clock; address: () => string }): Toasts {
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
    refuse(text, act = null) {
      if (!isSilent(deps.address())) show({ kind: 'refusal', text, act })
    },
    note: (text, act) => show({ kind: 'note', text, act: act ?? null }),
    close,
  }
}

export const toasts = createToasts({ clock, address: fullUrl })
