import { startLoadMeter } from '../../testing/hostile/load-meter.ts'
import { liveServer } from './live-server.ts'
import { addMember, addSpace } from './space-rows.ts'

// A server in a process of its own, for attacks: answers its parent with tickets and with what the attacks cost.

const server = await liveServer()
await addSpace(server.db, { wid: 'w', owner: 'owner' })
await addMember(server.db, 'w', 'viewer', 'viewer')
await addMember(server.db, 'w', 'contributor', 'contributor')
await addMember(server.db, 'w', 'guest', 'editor')
await addMember(server.db, 'w', 'typist', 'editor')

const getLoad = startLoadMeter()

const answers: Readonly<Record<string, (uid: string) => unknown>> = {
  ticket: (uid) => server.ticket(uid),
  load: () => ({ ...getLoad(), errors: server.errors.length }),
}

process.on('message', ({ id, ask, uid }: { id: number; ask: string; uid: string }) => {
  void Promise.resolve(answers[ask]?.(uid)).then((answer) => process.send?.({ id, answer }))
})
process.on('disconnect', () => process.exit(0))
process.send?.({ url: server.url })
