/** Opens one board once, in a process of its own, and prints how long it took. */
import { openers, type OpenOrder } from './openers.ts'

const [peer, order] = process.argv.slice(2)
const opened = await openers[peer!]!(JSON.parse(order!) as OpenOrder)
const { ms, bytes, firstScreen } = opened
process.stdout.write(`${JSON.stringify({ ms, bytes, firstScreen, elements: opened.elements().size })}\n`)
process.exit(0)
