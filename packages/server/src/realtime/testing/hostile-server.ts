import { readdirSync } from 'node:fs'
import { liveServer } from './live-server.ts'
import { addMember, addSpace } from './space-rows.ts'

// A server in a process of its own, for attacks: answers its parent with tickets and with what it felt of them.

const server = await liveServer()
await addSpace(server.db, { wid: 'w', owner: 'owner' })
await addMember(server.db, 'w', 'viewer', 'viewer')
await addMember(server.db, 'w', 'contributor', 'contributor')
await addMember(server.db, 'w', 'guest', 'editor')
await addMember(server.db, 'w', 'typist', 'editor')

/** Processor time of this thread between two turns: what others on the machine do meanwhile is not in it. */
let longestBlockMs = 0
let usage = process.threadCpuUsage()
setInterval(() => {
  const { user, system } = process.threadCpuUsage(usage)
  usage = process.threadCpuUsage()
  longestBlockMs = Math.max(longestBlockMs, (user + system) / 1_000)
}, 5)

const answers: Readonly<Record<string, (uid: string) => unknown>> = {
  ticket: (uid) => server.ticket(uid),
  /** Since it was asked last. */
  felt() {
    const felt = longestBlockMs
    longestBlockMs = 0
    const descriptors = process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0
    const rssMiB = process.memoryUsage().rss / 2 ** 20
    return { longestBlockMs: felt, descriptors, rssMiB, trouble: server.trouble.length }
  },
}

process.on('message', ({ id, ask, uid }: { id: number; ask: string; uid: string }) => {
  void Promise.resolve(answers[ask]?.(uid)).then((answer) => process.send?.({ id, answer }))
})
process.on('disconnect', () => process.exit(0))
process.send?.({ url: server.url })
