import type { LoadRow } from './loads.ts'
import type { KillRow } from './kills.ts'
import type { ModelFigures } from './model-figures.ts'
import type { OpenRow } from './opens.ts'

export interface Results {
  readonly at: string
  readonly machine: string
  readonly seconds: number
  readonly loads: LoadRow[]
  readonly opens: OpenRow[]
  readonly kills: KillRow[]
  model?: ModelFigures
}

export const peerNames = ['tavla', 'hocuspocus', 'tldraw', 'y-websocket', 'relay'] as const

export const titles: Readonly<Record<string, string>> = {
  tavla: 'Tavla',
  hocuspocus: 'Hocuspocus + Yjs',
  tldraw: 'tldraw sync',
  'y-websocket': 'y-websocket',
  relay: 'socket.io relay',
}

/** The last valid row. */
export function findLoad(results: Results, peer: string, people: number, boards = 1): LoadRow | undefined {
  const rows = results.loads.filter(
    (row) => row.peer === peer && row.people === people && row.boards === boards,
  )
  return rows.findLast(isGood) ?? rows.at(-1)
}

export function isGood(row: LoadRow | undefined): boolean {
  return row?.report !== undefined && row.invalid === undefined
}

/** CPU time of the server per update delivered to one user, µs. */
export function cpuPerMessageUs(row: LoadRow | undefined): number | undefined {
  const { report } = row ?? {}
  return report && report.delivered > 0 ? (report.serverCpuMs * 1000) / report.delivered : undefined
}

export const quickEnoughMs = 50

export interface Largest {
  readonly most: number
  readonly fails?: number
  /** The first larger size without valid results. */
  readonly unclear?: { readonly people: number; readonly why: string }
}

/** The most people on one board whose edits arrived in time, and the fewest with whom they did not. */
export function largestLoad(results: Results, peer: string): Largest {
  const sizes = [
    ...new Set(results.loads.filter((row) => row.peer === peer && row.boards === 1).map(({ people }) => people)),
  ].sort((a, b) => a - b)
  let most = 0
  let unclear: Largest['unclear']
  for (const people of sizes) {
    const row = findLoad(results, peer, people)
    if (row?.invalid !== undefined && !row.saturated) {
      unclear ??= { people, why: row.invalid }
      continue
    }
    const p95 = row?.report?.edits.p95
    if (p95 === undefined || p95 >= quickEnoughMs) return { most, fails: people }
    most = people
    unclear = undefined
  }
  return { most, ...(unclear ? { unclear } : {}) }
}

/** A smaller load that already saturated the server. */
export function findSaturatedLoad(results: Results, peer: string, people: number): number | undefined {
  return results.loads.find(
    (row) =>
      row.peer === peer && row.boards === 1 && row.people < people && (row.saturated || row.failed !== undefined),
  )?.people
}
