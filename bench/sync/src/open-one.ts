/** Opens one board in its own process and prints the duration. */
import { openers, type OpenOrder } from './openers.ts'

const [peer, order] = process.argv.slice(2)
const opened = await openers[peer!]!(JSON.parse(order!) as OpenOrder)
const { ms, bytes, firstScreen } = opened
process.stdout.write(`${JSON.stringify({ ms, bytes, firstScreen, elements: opened.elements().size })}\n`)
process.exit(0)
