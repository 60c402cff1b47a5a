import { createClient } from '@tavla/contract'
import { adminCalls, type AdminCalls } from '@tavla/contract/admin'
import { clock } from '../dom/clock.ts'
import { storage } from '../storage.ts'
import { keys } from '../storage-keys.ts'
import { createSend, type SendOptions } from './send.ts'

const send = createSend({
  fetch: (address, init) => fetch(address, init),
  clock,
  session() {
    const token = storage.read(keys.adminToken)
    return token === null ? null : { token, uid: '' }
  },
  tokenSettled: () => Promise.resolve(),
  path: () => location.pathname,
  // The administration screens show refusals themselves, and the product's session is not affected.
  onRefusal: () => undefined,
})

/** The calls of administration, with a separate session. */
export const adminApi = createClient<AdminCalls, SendOptions>(adminCalls, send).admin
