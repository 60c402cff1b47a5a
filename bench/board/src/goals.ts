import { median, type Row } from './table.ts'
import type { StepResult } from './steps.ts'

type Key =
  'ms' | 'updatesPerSecond' | 'inputsPerSecond' | 'p50' | 'p95' | 'max' | 'incomplete' | 'blurred' | 'startMs' | 'dropMs'

/** A performance goal: a figure of Tavla, absolute or relative to a peer, and its bound. */
interface Goal {
  readonly says: string
  readonly own: Figure
  /** The figure it is divided by. */
  readonly by?: Figure & { readonly app: string }
  readonly atMost?: number
  readonly atLeast?: number
  /** A figure of the same run that cannot be exceeded, such as the frames in which input arrived. */
  readonly limit?: Figure
}

/** Share of a limit that counts as the limit: a frame or two of three seconds are the counting's own. */
const nearLimit = 0.97

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
const updatesOf = (scene: string, step: string) => ({
  own: of(scene, step, 'updatesPerSecond'),
  limit: of(scene, step, 'inputsPerSecond'),
})
const handwriting = 'handwriting 3000'
const notes = 'notes 5000'
const scenes = [
  ...sizes,
  'strokes 5000',
  'images 500',
  'connectors 2000',
  handwriting,
  notes,
  'flowchart 2000',
  'mindmap 3000',
  'photos 300',
  'frames 60',
]
const others = 'pan while 50 move things'
const [, k5, k20, k100] = sizes as [string, string, string, string]

const goals: readonly Goal[] = [
  { says: 'open 5k', own: of(k5, 'open', 'ms'), by: excalidraw(of(k5, 'open', 'ms')), atMost: 0.3 },
  { says: 'open 5k', own: of(k5, 'open', 'ms'), by: tldraw(of(k5, 'open', 'ms')), atMost: 0.03 },
  { says: 'open 100k / 5k', own: of(k100, 'open', 'ms'), by: excalidraw(of(k5, 'open', 'ms')), atMost: 1 },
  ...sizes.flatMap((scene): Goal[] => [
    { says: `pan at 100 %, ${scene}`, own: of(scene, 'pan at 100 %', 'p95'), atMost: 18 },
    { says: `pan at 100 %, ${scene}: updates`, ...updatesOf(scene, 'pan at 100 %'), atLeast: 58 },
  ]),
  ...[k5, k20].flatMap((scene): Goal[] => {
    const updates = of(scene, 'pan at fit', 'updatesPerSecond')
    return [
      { says: `pan at fit, ${scene}`, own: of(scene, 'pan at fit', 'p95'), atMost: 18 },
      {
        says: `pan at fit, ${scene}: updates`,
        ...updatesOf(scene, 'pan at fit'),
        by: excalidraw(updates),
        atLeast: 3,
      },
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
  { says: 'drag all, 100k: updates', ...updatesOf(k100, 'select all and drag'), atLeast: 55 },
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
  { says: 'zoom, handwriting: updates', ...updatesOf(handwriting, 'zoom'), atLeast: 55 },
  { says: 'zoom, handwriting', own: of(handwriting, 'zoom', 'p95'), atMost: 18 },
  { says: 'zoom, handwriting: longest frame', own: of(handwriting, 'zoom', 'max'), atMost: 50 },
  { says: 'pan at 100 %, handwriting: updates', ...updatesOf(handwriting, 'pan at 100 %'), atLeast: 58 },
  { says: '50 others move, handwriting: updates', ...updatesOf(handwriting, others), atLeast: 57 },
  { says: '50 others move, handwriting', own: of(handwriting, others, 'p95'), atMost: 18 },
  { says: 'open, notes', own: of(notes, 'open', 'ms'), by: excalidraw(of(notes, 'open', 'ms')), atMost: 0.3 },
  {
    says: 'draw, notes: event to paint p95',
    own: of(notes, 'draw', 'p95'),
    by: excalidraw(of(notes, 'draw', 'p95')),
    atMost: 0.65,
  },
  {
    says: 'memory, notes',
    own: of(notes, '', 'memory'),
    by: excalidraw(of(notes, '', 'memory')),
    atMost: 0.35,
  },
  ...scenes.flatMap((scene): Goal[] => [
    { says: `zoom, ${scene}: blurred frames`, own: of(scene, 'zoom', 'blurred'), atMost: 0.1 },
    { says: `zoom, ${scene}: sharp after`, own: of(scene, 'zoom', 'ms'), atMost: 60 },
  ]),
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
  // Compared with the precision shown: 0.1 ms or 0.001 of a ratio or share; frames take 16.67 ms.
  const digits = goal.by || goal.own.key === 'blurred' ? 3 : 1
  const shown = measured === undefined ? undefined : Number(measured.toFixed(digits))
  const limit = goal.limit && value(rows, 'tavla', goal.limit)
  const reached =
    shown === undefined
      ? 'not measured'
      : shown <= (goal.atMost ?? Infinity) && shown >= (goal.atLeast ?? -Infinity)
        ? 'reached'
        : own !== undefined && limit !== undefined && own >= limit * nearLimit
          ? `at its limit: ${limit.toFixed(1)}`
          : '**not reached**'
  const against = goal.by ? ` / ${goal.by.app === 'tavla' ? goal.by.scene : goal.by.app}` : ''
  return `| ${goal.says}${against} | ${bound} | ${shown === undefined ? '–' : `${shown}${sign}`} | ${reached} |`
}

/** All goals with the measured values, as a Markdown table. */
export function formatGoals(rows: readonly Row[]): string {
  const lines = goals.map((goal) => line(goal, rows))
  return ['### Goals', '', '| goal | bound | measured | |', '| --- | --- | --- | --- |', ...lines].join('\n')
}
