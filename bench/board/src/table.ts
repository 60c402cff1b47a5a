import type { StepResult } from './steps.ts'

export interface Row {
  readonly app: string
  readonly scene: string
  readonly results: Readonly<Record<string, StepResult>>
  /** Resident memory of the page's process after the whole script. */
  readonly memoryMb?: number
}

const columns = [
  'open',
  'pan at 100 %',
  'jump to fit',
  'pan at fit',
  'zoom',
  'drag one',
  'draw',
  'select all and drag',
] as const

function cell(result: StepResult | undefined): string {
  if (!result) return '–'
  if (!result.ok) return `did not finish (${result.note ?? 'no reason'})`
  const parts: string[] = []
  if (result.ms !== undefined) parts.push(`${Math.round(result.ms)} ms`)
  if (result.updatesPerSecond !== undefined) parts.push(`${result.updatesPerSecond.toFixed(0)} u`)
  if (result.p95 !== undefined) {
    parts.push(`${[result.p50, result.p95, result.max].map((ms) => ms?.toFixed(0) ?? '?').join('/')}`)
  }
  if (result.incomplete !== undefined) parts.push(`${(result.incomplete * 100).toFixed(0)} % incomplete`)
  return parts.join(', ')
}

/** A Markdown table: `u` is visible updates a second, then p50/p95/max of frame times (event to paint for drawing) in ms. */
export function tableOf(rows: readonly Row[], machine: string): string {
  const head = `| scene | app | ${columns.join(' | ')} | memory, MB |`
  const lines = rows.map(({ scene, app, results, memoryMb }) => {
    const cells = columns.map((name) => cell(results[name]))
    return `| ${scene} | ${app} | ${cells.join(' | ')} | ${memoryMb === undefined ? '–' : memoryMb.toFixed(0)} |`
  })
  return [machine, '', head, `|${' --- |'.repeat(columns.length + 3)}`, ...lines].join('\n')
}
