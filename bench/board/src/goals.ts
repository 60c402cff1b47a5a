import { median, type Row } from './table.ts'
import type { StepResult } from './steps.ts'

type Key = 'ms' | 'updatesPerSecond' | 'p50' | 'p95' | 'max' | 'incomplete' | 'startMs' | 'dropMs'

/** A performance goal: a figure of Tavla, absolute or relative to a peer, and its bound. */
interface Goal {
  readonly says: string
  readonly own: Figure
  /** The figure it is divided by. */
  readonly by?: Figure & { readonly app: string }
  readonly atMost?: number
  readonly atLeast?: number
}

interface Figure {
  readonly scene: string
  readonly step: string
  readonly key: Key | 'memory'
}

const sizes = ['mixed 1000', 'mixed 5000', 'mixed 20000', 'mixed 100000']
const of = (scene: string, step: string, key: Figure['key']): Figure => ({ scene, step, key })
const excalidraw = (figure: Figure) => ({ ...figure, app: 'excalidraw' })
const tldraw = (figure: Figure) => ({ ...figure, app: 'tldraw' })
const handDrawn = 'handDrawn 5000'
const clean = (figure: Figure) => ({ ...figure, scene: k5, app: 'tavla' })
const [, k5, k20, k100] = sizes as [string, string, string, string]

const goals: readonly Goal[] = [
  { says: 'open 5k', own: of(k5, 'open', 'ms'), by: excalidraw(of(k5, 'open', 'ms')), atMost: 0.3 },
  { says: 'open 5k', own: of(k5, 'open', 'ms'), by: tldraw(of(k5, 'open', 'ms')), atMost: 0.03 },
  { says: 'open 100k / 5k', own: of(k100, 'open', 'ms'), by: excalidraw(of(k5, 'open', 'ms')), atMost: 1 },
  ...sizes.flatMap((scene): Goal[] => [
    { says: `pan at 100 %, ${scene}`, own: of(scene, 'pan at 100 %', 'p95'), atMost: 18 },
    { says: `pan at 100 %, ${scene}`, own: of(scene, 'pan at 100 %', 'updatesPerSecond'), atLeast: 58 },
  ]),
  ...[k5, k20].flatMap((scene): Goal[] => {
    const updates = of(scene, 'pan at fit', 'updatesPerSecond')
    return [
      { says: `pan at fit, ${scene}`, own: of(scene, 'pan at fit', 'p95'), atMost: 18 },
      { says: `pan at fit, ${scene}`, own: updates, by: excalidraw(updates), atLeast: 3 },
    ]
  }),
  { says: 'pan at fit, 100k', own: of(k100, 'pan at fit', 'p95'), atMost: 20 },
  { says: 'pan at fit, 100k: missing tiles', own: of(k100, 'pan at fit', 'incomplete'), atMost: 0 },
  { says: 'zoom, 100k', own: of(k100, 'zoom', 'p95'), atMost: 20 },
  { says: 'zoom, 100k: longest frame', own: of(k100, 'zoom', 'max'), atMost: 50 },
  { says: 'zoom, 100k: sharp after', own: of(k100, 'zoom', 'ms'), atMost: 400 },
  {
    says: 'jump to fit, 5k',
    own: of(k5, 'jump to fit', 'ms'),
    by: excalidraw(of(k5, 'jump to fit', 'ms')),
    atMost: 0.1,
  },
  { says: 'jump to fit, 100k', own: of(k100, 'jump to fit', 'ms'), atMost: 500 },
  { says: 'drag one, 100k', own: of(k100, 'drag one', 'p95'), atMost: 18 },
  { says: 'drag all, 100k', own: of(k100, 'select all and drag', 'updatesPerSecond'), atLeast: 55 },
  { says: 'drag all, 100k: start', own: of(k100, 'select all and drag', 'startMs'), atMost: 150 },
  { says: 'drag all, 100k: drop', own: of(k100, 'select all and drag', 'dropMs'), atMost: 100 },
  { says: 'draw, 100k: event to paint p50', own: of(k100, 'draw', 'p50'), atMost: 17 },
  { says: 'draw, 100k: event to paint p95', own: of(k100, 'draw', 'p95'), atMost: 20 },
  {
    says: 'draw, 5k: event to paint p50',
    own: of(k5, 'draw', 'p50'),
    by: excalidraw(of(k5, 'draw', 'p50')),
    atMost: 0.65,
  },
  ...(['open', 'jump to fit'] as const).map((step): Goal => {
    const own = of(handDrawn, step, 'ms')
    return { says: `hand-drawn lines, 5k: ${step}`, own, by: clean(own), atMost: 1.2 }
  }),
  ...(['pan at 100 %', 'pan at fit', 'zoom'] as const).map((step): Goal => {
    const own = of(handDrawn, step, 'updatesPerSecond')
    return { says: `hand-drawn lines, 5k: ${step}`, own, by: clean(own), atLeast: 0.83 }
  }),
  { says: '50 others move, 100k', own: of(k100, 'pan while 50 move things', 'p95'), atMost: 20 },
  { says: 'memory, 5k', own: of(k5, '', 'memory'), by: excalidraw(of(k5, '', 'memory')), atMost: 0.35 },
  { says: 'memory, 100k, MB', own: of(k100, '', 'memory'), atMost: 600 },
]

function value(rows: readonly Row[], app: string, { scene, step, key }: Figure): number | undefined {
  const own = rows.filter((row) => row.app === app && row.scene === scene)
  return median(
    own.flatMap((row) => {
      const result: StepResult | undefined = row.results[step]
      const found = key === 'memory' ? row.memory?.after : result?.ok ? result[key] : undefined
      return found === undefined || Number.isNaN(found) ? [] : [found]
    }),
  )
}

function line(goal: Goal, rows: readonly Row[]): string {
  const own = value(rows, 'tavla', goal.own)
  const other = goal.by && value(rows, goal.by.app, goal.by)
  const measured = own === undefined || !goal.by ? own : other ? own / other : undefined
  const sign = goal.by ? '×' : ''
  const bound = goal.atMost === undefined ? `≥ ${goal.atLeast}${sign}` : `≤ ${goal.atMost}${sign}`
  // Compared with the precision shown: 0.1 ms or 0.01 of a ratio; frames take 16.67 ms.
  const shown = measured === undefined ? undefined : Number(measured.toFixed(goal.by ? 3 : 1))
  const reached =
    shown === undefined
      ? 'not measured'
      : shown <= (goal.atMost ?? Infinity) && shown >= (goal.atLeast ?? -Infinity)
        ? 'reached'
        : '**not reached**'
  const against = goal.by ? ` / ${goal.by.app === 'tavla' ? goal.by.scene : goal.by.app}` : ''
  return `| ${goal.says}${against} | ${bound} | ${shown === undefined ? '–' : `${shown}${sign}`} | ${reached} |`
}

/** All goals with the measured values, as a Markdown table. */
export function formatGoals(rows: readonly Row[]): string {
  const lines = goals.map((goal) => line(goal, rows))
  return ['### Goals', '', '| goal | bound | measured | |', '| --- | --- | --- | --- |', ...lines].join('\n')
}
