import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type TestServer, testServer } from '../../testing/test-server.ts'

const TOKEN = 'a-token-for-the-tests'
const Place = z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() })
const Dashboard = z.object({
  templating: z.object({ list: z.array(z.object({ query: z.string() })) }),
  panels: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      gridPos: Place,
      targets: z.array(z.object({ expr: z.string() })),
    }),
  ),
})
const path = join(import.meta.dirname, '../../../../../deploy/grafana/tavla.json')
const dashboard = Dashboard.parse(JSON.parse(readFileSync(path, 'utf8')))

describe('the dashboard for Grafana', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer({ engine: 'postgres', env: { METRICS_TOKEN: TOKEN } })
  })
  afterAll(() => server.stop())

  it('asks only for what /metrics has', async () => {
    await server.as(null).auth.config()
    // A kind of job has figures once one has run.
    server.app.metrics.countJob('test', 'done', 1)
    const headers = { authorization: `Bearer ${TOKEN}` }
    const text = await (await fetch(`${server.url}/metrics`, { headers })).text()
    const present = new Set(text.match(/^[a-z_]\w+/gm))
    const queries = [
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
      ...dashboard.templating.list.map(({ query }) => query),
    ]
    const asked = new Set(queries.flatMap((query) => query.match(/\b(tavla|nodejs|process)_\w+/g) ?? []))
    expect(asked.size).toBeGreaterThan(30)
    expect([...asked].filter((name) => !present.has(name))).toEqual([])
  })

  it('has panels with ids and places of their own', () => {
    const { panels } = dashboard
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)}:${y + Math.floor(index / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
    for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
  })
})
