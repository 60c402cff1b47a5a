/** Entry point of the forwarder process. Separate from the server so that audio and boards never delay each other and malformed packets cannot reach data. */
import { createSocket } from 'node:dgram'
import nodeDataChannel from 'node-datachannel'
import { systemClock } from '../../clock/system-clock.ts'
import { Forwarder } from './forwarder.ts'
import type { ForwarderOptions, ForwarderEvent, ForwarderCommand } from './messages.ts'
import { startWithRelaxedTimers } from './timer-slack.ts'

const SPEAKING_MS = 200
const ALIVE_MS = 1_000

const [, , optionsJson = '{}', slots = '8'] = process.argv
const options = JSON.parse(optionsJson) as ForwarderOptions

const send = (message: ForwarderEvent): void => {
  // The server may have exited; then 'disconnect' ends this process.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}

nodeDataChannel.initLogger('Error', (_level, message) => send({ t: 'error', message }))
startWithRelaxedTimers(() => nodeDataChannel.preload())

/** The UDP port shared by all peers: the configured one, or any free one for 0. Rejects when it is in use. */
function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createSocket('udp4')
    probe.once('error', reject)
    probe.bind(options.port, options.bind ?? undefined, () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

function repeat(ms: number, act: () => void): void {
  systemClock.after(ms, () => {
    act()
    repeat(ms, act)
  })
}

function start(port: number): void {
  const now = (): number => performance.now()
  const forwarder = new Forwarder({ ...options, port, slots: Number(slots), now, send })
  // Input of one person must not end the room for everybody.
  process.on('message', (message) => {
    try {
      forwarder.handle(message as ForwarderCommand)
    } catch (error) {
      send({ t: 'error', message: String(error) })
    }
  })
  repeat(SPEAKING_MS, () => forwarder.reportSpeaking())
  repeat(ALIVE_MS, () => forwarder.reportAlive())
  send({ t: 'ready' })
}

process.on('disconnect', () => process.exit(0))
findFreePort().then(start, (error: unknown) => {
  process.send?.({ t: 'error', message: String(error) } satisfies ForwarderEvent, () => process.exit(1))
})
