import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Change } from '@tavla/canvas/model'
import { calls, createClient } from '@tavla/contract'
import { readConfig } from '../../config.ts'
import { createLog } from '../../log.ts'
import { systemClock } from '../../ports/clock/system-clock.ts'
import { systemRandom } from '../../ports/random/system-random.ts'
import { rect, Tab } from '../../realtime/testing/tab.ts'
import { startServer } from '../../start.ts'
import { startLoadMeter } from './load-meter.ts'
import { sendCall } from '../test-server.ts'

// A whole server in a process of its own, for attacks by calls: has a person with a board, and answers its parent with what
// they cost.

const records = 10_000
const recordsOfEdit = 500
const directory = await mkdtemp(join(tmpdir(), 'tavla-hostile-'))
/** A forged payment event is logged once in a while, as its operator should know of it: that is no failure. */
const isExpected = (line: string): boolean => line.includes('a payment event was refused')
const errors: string[] = []
const server = await startServer(readConfig({ PORT: '0', DATA_DIR: directory }), {
  clock: systemClock,
  random: systemRandom,
  log: createLog(systemClock, 'warn', (line) => void (isExpected(line) || errors.push(line))),
  onFatal: (error) => void errors.push(error.message),
})
const url = server.listensAt
const as = (token: string | null) => createClient(calls, (outgoing) => sendCall(url, token, outgoing))
const body = { email: 'eve@example.com', password: 'correct horse battery', name: 'Eve' }
const { token, user } = await as(null).auth.register({ body })
const { wid } = await as(token).space.create({ body: { name: 'Hers' } })
const socket = { url: `${url.replace('http', 'ws')}/api/live`, ticket: () => as(token).space.liveTicket() }
const tab = await Tab.open(socket, user.uid, wid)
for (let at = 0; at < records; at += recordsOfEdit)
  await tab.edit(
    Array.from({ length: recordsOfEdit }, (_, index): Change => ({
      op: 'put',
      record: rect(`r${at + index}`),
    })),
  )
tab.leave()
// The thread that draws boards stays for a while once it was wanted, and is no descriptor that an attack leaves behind.
await fetch(`${url}/api/template/retrospective.en.light.webp`).then((response) => response.arrayBuffer())

const getLoad = startLoadMeter()

process.on(
  'message',
  ({ id }: { id: number }) => void process.send?.({ id, answer: { ...getLoad(), errors: errors.length } }),
)
process.on('disconnect', () => {
  void rm(directory, { recursive: true, force: true }).finally(() => process.exit(0))
})
process.send?.({ url, token, wid })
