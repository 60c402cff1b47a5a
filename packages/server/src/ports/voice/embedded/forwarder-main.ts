/** Runs in a process of its own: sound never waits for boards, boards never for sound, and hostile packets meet no data. */
import { createSocket } from 'node:dgram'
import nodeDataChannel from 'node-datachannel'
import { systemClock } from '../../clock/system-clock.ts'
import { Forwarder } from './forwarder.ts'
import type { ForwarderOptions, ForwarderEvent, ForwarderCommand } from './messages.ts'

const SPEAKING_MS = 200
const ALIVE_MS = 1_000

const [, , given = '{}', slots = '8'] = process.argv
const options = JSON.parse(given) as ForwarderOptions

const send = (message: ForwarderEvent): void => {
  // The server may be gone by now; then 'disconnect' ends this process.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
}

nodeDataChannel.initLogger('Error', (_level, message) => send({ t: 'trouble', message }))

/** The one port for everybody: the configured one, or any that is free; tells when somebody else has it. */
function findPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createSocket('udp4')
    probe.once('error', reject)
    probe.bind(options.port, options.bind ?? undefined, () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

function every(ms: number, act: () => void): void {
  systemClock.after(ms, () => {
    act()
    every(ms, act)
  })
}

function serve(port: number): void {
  const now = (): number => performance.now()
  const forwarder = new Forwarder({ ...options, port, slots: Number(slots), now, send })
  // What one person sends must not end everybody's voice.
  process.on('message', (message) => {
    try {
      forwarder.handle(message as ForwarderCommand)
    } catch (error) {
      send({ t: 'trouble', message: String(error) })
    }
  })
  every(SPEAKING_MS, () => forwarder.reportSpeaking())
  every(ALIVE_MS, () => forwarder.reportAlive())
  send({ t: 'ready' })
}

process.on('disconnect', () => process.exit(0))
findPort().then(serve, (error: unknown) => {
  process.send?.({ t: 'trouble', message: String(error) } satisfies ForwarderEvent, () => process.exit(1))
})
