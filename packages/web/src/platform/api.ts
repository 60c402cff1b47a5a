import { calls, createClient } from '@tavla/contract'
import { clock } from './clock.ts'
import { hearRefusal } from './refusals.ts'
import type { RefusalSinks } from './refusals.ts'
import { refusalWords } from './i18n.ts'
import { createSend } from './send.ts'
import type { SendOptions } from './send.ts'
import { storage } from './storage.ts'
import { keys } from './storage-keys.ts'
import { toasts } from './toast.ts'
import { tokenRenewal } from './token-renewal.ts'

let sinks: RefusalSinks = {
  toast: toasts.refuse,
  sessionInvalid: () => undefined,
  upgrade: () => undefined,
  limitReached: () => undefined,
}

/** The session and the payment state stand above this layer, so they come and listen. */
export function connectRefusals(listeners: Omit<RefusalSinks, 'toast'>): void {
  sinks = { ...sinks, ...listeners }
}

const send = createSend({
  fetch: (address, init) => fetch(address, init),
  clock,
  session: () => storage.read(keys.userinfo),
  tokenSettled: tokenRenewal.settled,
  path: () => location.pathname,
  onRefusal(heard, { quiet }) {
    const silent = { toast: () => undefined, upgrade: () => undefined, limitReached: () => undefined }
    hearRefusal(heard, { words: refusalWords, sinks: quiet ? { ...sinks, ...silent } : sinks })
  },
})

/** Every call of the server, typed: `api.space.rename({ body: { wid, name } })`. */
export const api = createClient<typeof calls, SendOptions>(calls, send)
export type Api = typeof api
