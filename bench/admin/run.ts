/**
 * Response times of administration's lists on a server of many accounts and boards, over HTTP, with the embedded database.
 *   node run.ts [--accounts 100000] [--spaces 50000] [--times 20]
 */
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { createClient } from '../../packages/contract/src/index.ts'
import { allCalls } from '../../packages/contract/src/admin.ts'
import { sendCall } from '../../packages/server/src/testing/test-server.ts'
import { startServer } from '../sync/src/server-process.ts'

const { values } = parseArgs({
  options: {
    accounts: { type: 'string', default: '100000' },
    spaces: { type: 'string', default: '50000' },
    times: { type: 'string', default: '20' },
  },
})
const accounts = Number(values.accounts)
const spaces = Number(values.spaces)
const times = Number(values.times)
const password = 'a long enough password'
const limitMs = 200

const server = await startServer('tavla')
const url = `http://127.0.0.1:${server.port}`
let calls = 0
/** Each call has an IP address of its own, since the server limits calls by address. */
const createCalls = (token: string | null) =>
  createClient(allCalls, (outgoing) => {
    calls += 1
    return sendCall(url, token, outgoing, { 'x-forwarded-for': `10.0.${calls >> 8}.${calls & 255}` })
  })

const email = 'operator@example.com'
const { token: ownToken } = await createCalls(null).auth.register({ body: { email, password, name: 'Operator' } })
await createCalls(ownToken).space.create({ body: { name: 'Template' } })
seed(join(server.folder, 'tavla.db'))
const { token } = await createCalls(null).admin.login({ body: { email, password } })
const { admin } = createCalls(token)

type Query = Readonly<Record<string, unknown>>
const lists: readonly (readonly [title: string, run: () => Promise<unknown>])[] = [
  ...(['created', 'active', 'name', 'email'] as const).flatMap((sort) =>
    [false, true].map((desc) => people(`accounts by ${sort}${desc ? ', descending' : ''}`, { sort, desc })),
  ),
  ...(['active', 'suspended', 'unverified', 'administrator'] as const).map((state) => people(`accounts, ${state}`, { state })),
  people('accounts named “anna”', { key: 'anna' }),
  people('accounts by a whole address', { key: `person${accounts - 7}@example.com` }),
  people('accounts, nothing found', { key: 'zzzz' }),
  people('suspended accounts named “anna”, by name', { key: 'anna', state: 'suspended', sort: 'name' }),
  ...(['created', 'updated', 'name'] as const).flatMap((sort) =>
    [false, true].map((desc) => boards(`boards by ${sort}${desc ? ', descending' : ''}`, { sort, desc })),
  ),
  boards('boards in the trash', { state: 'trash' }),
  boards('boards named “plan”', { key: 'plan' }),
  boards('boards, nothing found', { key: 'zzzz' }),
]

function people(title: string, query: Query) {
  return [title, () => admin.people({ query: { limit: 50, ...query } as never })] as const
}
function boards(title: string, query: Query) {
  return [title, () => admin.spaces({ query: { limit: 50, ...query } as never })] as const
}

/** Copies the only account and board under other names. Columns that are not named here are those of the copied row. */
function seed(file: string): void {
  const database = new DatabaseSync(file)
  database.exec('BEGIN')
  const copy = (table: string, count: number, changed: Readonly<Record<string, string>>): void => {
    const columns = (database.prepare(`PRAGMA table_info(${table})`).all() as { name: string }[]).map(({ name }) => name)
    const list = columns.map((name) => changed[name] ?? `row.${name}`).join(', ')
    database.exec(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
       INSERT INTO ${table} (${columns.join(', ')})
       SELECT ${list} FROM n, (SELECT * FROM ${table} LIMIT 1) AS row`,
    )
  }
  const first = pick(['anna', 'bo', 'cecilia', 'david', 'elsa', 'fatima', 'gustav', 'hanna', 'ivan', 'joanna'], 'n.i')
  const last = pick(['berg', 'lind', 'novak', 'okafor', 'schmidt', 'silva', 'tanaka'], 'n.i / 10')
  const name = `${first} || ' ' || ${last}`
  const address = `'person' || n.i || '@example.com'`
  copy('accounts', accounts, {
    ...{ uid: `'seed' || n.i`, email: address, name, search_key: `${name} || ' ' || ${address}`, role: `'user'` },
    verified_at: 'CASE WHEN n.i % 5 = 0 THEN NULL ELSE 1 END',
    suspended_at: 'CASE WHEN n.i % 100 = 0 THEN 1 ELSE NULL END',
    ...{ created_at: 'row.created_at - n.i * 7919 % 100000007', seen_at: 'row.seen_at - n.i * 104729 % 1000003' },
  })
  const title = `${pick(['plan', 'retro', 'roadmap', 'sketch', 'workshop'], 'n.i')} || ' ' || n.i`
  const owner = `'seed' || (1 + n.i * 31 % ${accounts})`
  copy('spaces', spaces, {
    ...{ wid: `'board' || n.i`, name: title, name_key: title, owner },
    ...{ created_at: 'row.created_at - n.i * 7919 % 100000007', updated_at: 'row.updated_at - n.i * 104729 % 1000003' },
    trashed_at: 'CASE WHEN n.i % 50 = 0 THEN 1 ELSE NULL END',
  })
  copy('members', spaces, { wid: `'board' || n.i`, uid: owner })
  database.exec('COMMIT')
  database.exec('ANALYZE')
  database.close()
}

function pick(words: readonly string[], index: string): string {
  const cases = words.map((word, at) => `WHEN ${at} THEN '${word}'`).join(' ')
  return `(CASE (${index}) % ${words.length} ${cases} END)`
}

const load = loadavg()[0]!
const rows: string[] = []
let slowest = 0
for (const [title, run] of lists) {
  const taken: number[] = []
  for (let time = 0; time < times; time += 1) {
    const at = performance.now()
    await run()
    taken.push(performance.now() - at)
  }
  taken.sort((a, b) => a - b)
  const [p50, p95] = [taken[Math.floor(times * 0.5)]!, taken[Math.floor(times * 0.95)]!]
  slowest = Math.max(slowest, p95)
  rows.push(`| ${title} | ${p50.toFixed(1)} | ${p95.toFixed(1)} |`)
}
await server.stop()
server.dispose()
process.stdout.write(
  [
    `${cpus().length} cores (${cpus()[0]?.model}), load ${load.toFixed(1)}; ${new Date().toISOString().slice(0, 10)}; ${accounts} accounts, ${spaces} boards, pages of 50, ${times} times each`,
    '',
    '| list | p50, ms | p95, ms |',
    '|---|---|---|',
    ...rows,
    '',
    `Slowest p95: ${slowest.toFixed(1)} ms (goal: ${limitMs} ms).`,
    '',
  ].join('\n'),
)
