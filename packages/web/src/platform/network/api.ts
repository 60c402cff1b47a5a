import { calls, createClient } from '@tavla/contract'
import { clock } from '../dom/clock.ts'
import { handleRefusal } from './refusals.ts'
import type { RefusalHandlers } from './refusals.ts'
import { getPlansLabel, getRefusalText } from '../i18n.ts'
import { createSend } from './send.ts'
import type { SendOptions } from './send.ts'
import { storage } from '../storage.ts'
import { keys } from '../storage-keys.ts'
import { toasts } from '../toast.ts'
import { tokenRenewal } from './token-renewal.ts'

let handlers: RefusalHandlers = {
  toast: (text, onward) => toasts.refuse(text, onward && { label: getPlansLabel(), run: onward }),
  sessionInvalid: () => undefined,
  upgrade: () => undefined,
  whoseLimit: () => 'mine',
  limitReached: () => null,
}

/** Session and payment state belong to a higher layer, so they subscribe. */
export function connectRefusals(listeners: Omit<RefusalHandlers, 'toast'>): void {
  handlers = { ...handlers, ...listeners }
}

const send = createSend({
  fetch: (address, init) => fetch(address, init),
  clock,
  session: () => storage.read(keys.userinfo),
  tokenSettled: tokenRenewal.settled,
  path: () => location.pathname,
  onRefusal(received, { quiet }) {
    const silent = { toast: () => undefined, upgrade: () => undefined, limitReached: () => null }
    handleRefusal(received, { words: getRefusalText, sinks: quiet ? { ...handlers, ...silent } : handlers })
  },
})

/** Every call of the server, typed: `api.space.rename({ body: { wid, name } })`. */
export const api = createClient<typeof calls, SendOptions>(calls, send)
export type Api = typeof api
