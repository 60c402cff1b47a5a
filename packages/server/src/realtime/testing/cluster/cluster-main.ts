import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { freePort, hasRedis, startRedis } from '../../../../../../tools/redis-process.ts'
import { stressCluster } from './cluster.ts'
import { hasNginx, startNginx } from './nginx.ts'
import { Nodes } from './nodes.ts'

// `node cluster-main.ts '{ "database": "postgres://…", … }'`: several processes on that database behind nginx, with people
// who draw. One line of JSON with the address, one for each round, and one with what was found. It waits for a line of its
// input after the first and the last of them, while the servers run.
const Options = z.object({
  database: z.string(),
  nodes: z.int(),
  boards: z.int(),
  people: z.int(),
  minutes: z.number(),
  seed: z.int(),
  pauseMs: z.int(),
})

const { database, nodes: count, ...options } = Options.parse(JSON.parse(process.argv[2] ?? ''))
const print = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`)
const input = createInterface({ input: process.stdin })[Symbol.asyncIterator]()

const folder = mkdtempSync(join(tmpdir(), 'tavla-cluster-'))
const redis = hasRedis() ? await startRedis() : null
const env = {
  DATABASE_URL: database,
  SECRET: 'the secret that all processes have',
  TRUST_PROXY: '1',
  VOICE: 'off',
  ...(redis && { REDIS_URL: redis.url }),
}
const nodes = await Nodes.start(count, env, folder)
const port = await freePort()
const nginx = hasNginx() ? await startNginx(join(folder, 'nginx'), port, nodes.ports) : null
try {
  const onRound = (fault: string, round: object): void => print({ fault, ...round })
  const url = nginx?.url ?? nodes.getUrl(0)
  print({ url })
  await input.next()
  const found = await stressCluster({ ...options, nodes, url, redis, onRound })
  print({ ...found, redis: redis !== null, nginx: nginx !== null })
  await input.next()
} finally {
  await nginx?.stop()
  await nodes.killAll()
  await redis?.kill()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
