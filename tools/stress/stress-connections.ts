import { z } from 'zod'
import { captureNode } from '../run.ts'
import type { Found } from './stress-outages.ts'

/** As the attack in the server's tests prints it. */
const Result = z.object({
  connections: z.int(),
  answers: z.int(),
  unanswered: z.array(z.string()),
  failed: z.array(z.string()),
  endless: z.array(z.string()),
  pid: z.int(),
  isAlive: z.boolean(),
  leaked: z.record(z.string(), z.int()).nullable(),
  megabytes: z.tuple([z.int().nullable(), z.int().nullable()]),
  logged: z.string(),
})

/** Malformed requests, resets at each state, half-open and slow connections against a server process, many times over. */
export async function stressConnections(rounds: number): Promise<Found> {
  const wanted = JSON.stringify({ rounds, seed: 20_261_122 })
  const { output } = await captureNode(['packages/server/src/testing/hostile/attack-main.ts', wanted])
  const parsed = Result.safeParse(parseJson(output))
  if (!parsed.success) return { held: false, says: `The attack on connections broke off: ${output}` }
  const { connections, answers, unanswered, failed, endless, pid, isAlive, leaked, megabytes, logged } =
    parsed.data
  const left = Object.entries(leaked ?? {}).map(([target, count]) => `${count} × ${target}`)
  const faults = [...unanswered, ...failed, ...endless]
  const held = isAlive && faults.length === 0 && logged === '' && left.length === 0
  const says =
    `${connections} hostile connections (${answers} answers) against process ${pid}, which ${isAlive ? 'is still there' : 'is GONE'}; ` +
    `descriptors left open: ${left.join(', ') || 'none'}, ${megabytes.join(' and ')} MB; ${faults.length} of them were not dealt with`
  return { held, says: held ? says : `${says}: ${faults.slice(0, 10).join('; ')}\n${logged}` }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
