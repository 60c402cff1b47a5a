import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { root } from '../run.ts'
import type { Found } from './stress-outages.ts'

/** As the attack in the server's tests prints it, one recipe a line. */
const Result = z.object({
  recipe: z.string(),
  longestBlockMs: z.number(),
  /** Of the time, how much the server's thread waited for a processor, %: with much of it, p99 measures the machine. */
  waitedPercent: z.number(),
  /** Of `/healthz` over connections that are kept, as a page has them. */
  p99Ms: z.number(),
  /** Over new connections. */
  freshP99Ms: z.number(),
  isSameProcess: z.boolean(),
  descriptorsLeft: z.int(),
  rssMiB: z.number(),
  errors: z.int(),
})

/** `/healthz` answers within this at p99 while somebody attacks, ms. */
const MOST_P99 = 100
const testing = join(root, 'packages/server/src/realtime/testing')

/** Attacks a server with every recipe, `seconds` each; prints a table. */
export async function stressHostile(seconds: number): Promise<Found> {
  const wanted = JSON.stringify({
    seconds,
    server: join(testing, 'hostile-server.ts'),
    wholeServer: join(root, 'packages/server/src/testing/hostile/hostile-calls-server.ts'),
  })
  const main = join(testing, 'hostile-main.ts')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, wanted], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const results: z.infer<typeof Result>[] = []
  process.stdout.write(
    '| recipe | longest block, ms | p99, ms | p99 of new connections, ms | memory, MiB | waited for a processor, % |\n|---|---|---|---|---|---|\n',
  )
  for await (const line of createInterface({ input: child.stdout })) {
    const result = Result.parse(JSON.parse(line))
    const { recipe, longestBlockMs, p99Ms, freshP99Ms, rssMiB, waitedPercent } = result
    results.push(result)
    process.stdout.write(
      `| ${recipe} | ${longestBlockMs} | ${p99Ms} | ${freshP99Ms} | ${rssMiB} | ${waitedPercent} |\n`,
    )
  }
  const failed = results.filter(
    ({ p99Ms, isSameProcess, descriptorsLeft, errors }) =>
      p99Ms > MOST_P99 || !isSameProcess || descriptorsLeft > 0 || errors > 0,
  )
  const names = failed.map(({ recipe }) => recipe).join('; ')
  return {
    held: results.length > 1 && failed.length === 0,
    says: `Hostile: ${results.length} recipes for ${seconds} s each; ${failed.length} of them felt beyond the limits${names ? `: ${names}` : ''}`,
  }
}
