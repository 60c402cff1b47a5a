import { z } from 'zod'
import { attackServer } from './attack-server.ts'

// For "npm run stress -- connections", which knows the product by its programs only:
// `node attack-main.ts '{ "rounds": 50, "seed": 1 }'` ends with what it found, as JSON.
const Wanted = z.object({ rounds: z.int(), seed: z.int() })

const wanted = Wanted.parse(JSON.parse(process.argv[2] ?? ''))
process.stdout.write(`${JSON.stringify(await attackServer({ ...wanted, slow: 'long' }))}\n`)
