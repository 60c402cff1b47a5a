import { calls, createClient } from '@tavla/contract'
import { clock } from '../dom/clock.ts'
import { handleRefusal } from './refusals.ts'
import type { RefusalHandlers } from './refusals.ts'
import { getActionLabel, getRefusalText } from '../i18n.ts'
import { createSend } from './send.ts'
import type { SendOptions } from './send.ts'
import { storage } from '../storage.ts'
import { keys } from '../storage-keys.ts'
import { toasts } from '../toast.ts'
import { tokenRenewal } from './token-renewal.ts'

let handlers: RefusalHandlers = {
  toast: (text, action) =>
    toasts.refuse(text, action && { label: getActionLabel(action.to), run: action.run }),
  sessionInvalid: () => undefined,
  upgrade: () => undefined,
  getLimitOwner: () => 'mine',
  getPlansAction: () => null,
  getAccountAction: () => null,
}

/** Session and payment state belong to a higher layer, so they subscribe. */
export function connectRefusals(listeners: Omit<RefusalHandlers, 'toast'>): void {
  handlers = { ...handlers, ...listeners }
}

const send = createSend({
  fetch: (url, init) => fetch(url, init),
  clock,
  session: () => storage.read(keys.userinfo),
  tokenSettled: tokenRenewal.settled,
  path: () => location.pathname,
  onRefusal(received, { quiet }) {
    const quietHandlers = { toast: () => undefined, upgrade: () => undefined, getPlansAction: () => null }
    handleRefusal(received, {
      getText: getRefusalText,
      sinks: quiet ? { ...handlers, ...quietHandlers } : handlers,
    })
  },
})

/** Every call of the server, typed: `api.space.rename({ body: { wid, name } })`. */
export const api = createClient<typeof calls, SendOptions>(calls, send)
export type Api = typeof api
