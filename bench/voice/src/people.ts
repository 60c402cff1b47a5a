import { readdirSync, readFileSync } from 'node:fs'
import { createClient } from '../../../packages/contract/src/index.ts'
import { allCalls } from '../../../packages/contract/src/admin.ts'
import type { Someone } from '../../../packages/server/src/testing/as.ts'
import { sendCall } from '../../../packages/server/src/testing/test-server.ts'

/** The process that forwards a server's sound. Throws when there is none. */
export function findForwarder(serverPid: number): number {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      if (parent === serverPid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('forwarder-main'))
        return Number(pid)
    } catch {
      // The process ended after it was listed.
    }
  }
  throw new Error('No process forwards sound')
}

let calls = 0

/** A typed client. Each call has an IP address of its own, since the server limits calls by address. */
function createCalls(url: string, token: string | null): Someone['call'] {
  return createClient(allCalls, (outgoing) => {
    calls += 1
    return sendCall(url, token, outgoing, { 'x-forwarded-for': `10.0.${calls >> 8}.${calls & 255}` })
  })
}

/** Registers a user for `VoiceTestClient`. */
export async function register(url: string, name: string): Promise<Someone> {
  const email = `${name}@example.com`
  const body = { email, password: 'a long enough password', name }
  const { token, user } = await createCalls(url, null).auth.register({ body })
  return { uid: user.uid, email, token, call: createCalls(url, token) }
}
