import type { StepResult } from './steps.ts'

export interface Row {
  readonly app: string
  readonly scene: string
  readonly results: Readonly<Record<string, StepResult>>
  readonly memory?: Memory
}

/** Memory of the page's process after the steps that all apps run, MB. */
export interface Memory {
  readonly after: number
  /** Peak. */
  readonly most: number
  /** After five idle seconds. */
  readonly rested: number
  /** After the step in which the page itself plays other people, if the app supports it. */
  readonly afterOthers?: number
}

/** One row of a scene's table. */
interface Figure {
  readonly name: string
  readonly unit: string
  of(row: Row): number | undefined
  /** Why there is no value. */
  why(row: Row): string
}

const opening = figure('open to complete picture', 'ms', 'open', 'ms')
const perStep = (step: string): Figure[] => [
  figure(`${step}: visible updates`, '/s', step, 'updatesPerSecond'),
  figure(`${step}: frames with input`, '/s', step, 'inputsPerSecond'),
  figure(`${step}: frame p50`, 'ms', step, 'p50'),
  figure(`${step}: frame p95`, 'ms', step, 'p95'),
  figure(`${step}: frame max`, 'ms', step, 'max'),
  figure(`${step}: frames with a missing tile`, '%', step, 'incomplete', 100),
  figure(`${step}: blurred frames`, '%', step, 'blurred', 100),
]
const perDrag = (step: string): Figure[] => [
  ...perStep(step),
  figure(`${step}: first move to picture`, 'ms', step, 'startMs'),
  figure(`${step}: let go to rest`, 'ms', step, 'dropMs'),
]

const figures: readonly Figure[] = [
  opening,
  ...perStep('pan at 100 %'),
  figure('jump to fit, sharp', 'ms', 'jump to fit', 'ms'),
  ...perStep('pan at fit'),
  ...perStep('zoom'),
  figure('zoom: sharp after', 'ms', 'zoom', 'ms'),
  ...perDrag('drag one'),
  figure('draw: event to paint p50', 'ms', 'draw', 'p50'),
  figure('draw: event to paint p95', 'ms', 'draw', 'p95'),
  figure('draw: event to paint max', 'ms', 'draw', 'max'),
  ...perDrag('select all and drag'),
  ...perStep('pan while 50 move things'),
  memoryFigure('memory after the steps of all apps', 'after'),
  memoryFigure('memory at most during them', 'most'),
  memoryFigure('memory after five seconds of rest', 'rested'),
  memoryFigure('memory after 50 moved things', 'afterOthers'),
]

function memoryFigure(name: string, key: keyof Memory): Figure {
  return { name, unit: 'MB', of: ({ memory }) => memory?.[key], why: () => '' }
}

type Numeric =
  | 'ms'
  | 'updatesPerSecond'
  | 'inputsPerSecond'
  | 'p50'
  | 'p95'
  | 'max'
  | 'incomplete'
  | 'blurred'
  | 'startMs'
  | 'dropMs'

function figure(name: string, unit: string, step: string, key: Numeric, times = 1): Figure {
  return {
    name,
    unit,
    of({ results }) {
      const value = results[step]?.ok ? results[step][key] : undefined
      return value === undefined || Number.isNaN(value) ? undefined : value * times
    },
    why: ({ results }) =>
      results[step] && !results[step].ok ? (results[step].note ?? 'did not finish') : '',
  }
}

export function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length / 2
  if (sorted.length === 0) return undefined
  return Number.isInteger(half) ? (sorted[half - 1]! + sorted[half]!) / 2 : sorted[Math.floor(half)]
}

function shown(value: number | undefined, unit: string): string {
  if (value === undefined) return '–'
  const text = unit === '%' || value < 10 ? value.toFixed(1) : value.toFixed(0)
  return `${text} ${unit}`
}

function ratio(own: number | undefined, other: number | undefined): string {
  return own === undefined || other === undefined || other === 0 ? '–' : `${(own / other).toFixed(2)}×`
}

function sceneTable(scene: string, rows: readonly Row[]): string {
  const apps = [...new Set(rows.map(({ app }) => app))]
  const peers = apps.filter((app) => app !== 'tavla')
  const of = (app: string, { of: take }: Figure): number | undefined =>
    median(rows.filter((row) => row.app === app).flatMap((row) => take(row) ?? []))
  const why = (app: string, { why: explain }: Figure): string =>
    rows
      .filter((row) => row.app === app)
      .map(explain)
      .find((reason) => reason !== '') ?? ''
  const lines = figures.flatMap((line) => {
    const values = apps.map((app) => of(app, line))
    const reasons = apps.map((app) => why(app, line))
    if (values.every((value) => value === undefined) && reasons.every((reason) => reason === '')) return []
    const cells = values.map((value, i) =>
      value === undefined && reasons[i] ? short(reasons[i]) : shown(value, line.unit),
    )
    const own = values[apps.indexOf('tavla')]
    const ratios = peers.map((peer) => ratio(own, values[apps.indexOf(peer)]))
    return [`| ${[line.name, ...cells, ...ratios].join(' | ')} |`]
  })
  const head = ['', ...apps, ...peers.map((peer) => `Tavla / ${peer}`)]
  return [`### ${scene}`, '', `| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...lines].join(
    '\n',
  )
}

function short(reason: string): string {
  return reason.startsWith('did not finish') ? reason : `failed: ${reason.split('\n')[0]!.slice(0, 60)}`
}

/** One Markdown table per scene, with medians of all rounds and Tavla's ratio to each peer. */
export function formatTables(rows: readonly Row[]): string {
  const scenes = [...new Set(rows.map(({ scene }) => scene))]
  return scenes
    .map((scene) =>
      sceneTable(
        scene,
        rows.filter((row) => row.scene === scene),
      ),
    )
    .join('\n\n')
}
