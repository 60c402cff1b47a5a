import type { ElementRecord } from '../../document/model/record.ts'
import { PathBuilder, type Path } from '../../geometry/path.ts'
import type { Vec } from '../../geometry/vec.ts'
import type { RenderOptions, Pen } from '../../pen.ts'
import { RecentCache } from '../../recent-cache.ts'
import { drawPath } from './draw-path.ts'
import type { Head } from './head-prop.ts'

/** A point as fractions of the length: distance back from the tip, and sideways. */
type Place = readonly [back: number, aside: number]

interface HeadForm {
  /** Lines, each from its first to its last point. */
  readonly lines: readonly (readonly Place[])[]
  /** A circle: the distance of its centre back from the tip, and its radius. */
  readonly circle?: { readonly back: number; readonly radius: number }
  /** Lines are closed. */
  readonly isClosed?: boolean
  readonly isFilled?: boolean
  /** Fraction of the length at which the line itself ends; 0 by default. */
  readonly inset?: number
}

/** The prongs of a crow's foot, from where they meet to the target. */
const foot: readonly (readonly Place[])[] = [
  [
    [0, 0.55],
    [1, 0],
    [0, -0.55],
  ],
]
const triangle: readonly (readonly Place[])[] = [
  [
    [0, 0],
    [1, 0.5],
    [1, -0.5],
  ],
]
const diamond: readonly (readonly Place[])[] = [
  [
    [0, 0],
    [0.5, 0.35],
    [1, 0],
    [0.5, -0.35],
  ],
]
const barAt = (back: number): readonly Place[] => [
  [back, 0.5],
  [back, -0.5],
]
/** A circle around a point of the line, which goes on from it to the target. */
const circleRadius = 0.3
const lineFromCircle = (back: number): readonly Place[] => [
  [back - circleRadius, 0],
  [0, 0],
]
const circleAt = (back: number): Pick<HeadForm, 'circle' | 'inset'> => ({
  circle: { back, radius: circleRadius },
  inset: back + circleRadius,
})

const forms: Readonly<Record<Exclude<Head, 'none'>, HeadForm>> = {
  arrow: {
    lines: [
      [
        [1, 0.55],
        [0, 0],
        [1, -0.55],
      ],
    ],
  },
  triangle: { lines: triangle, isClosed: true, isFilled: true, inset: 0.8 },
  dot: { lines: [], circle: { back: 0.35, radius: 0.35 }, isFilled: true, inset: 0.6 },
  diamond: { lines: diamond, isClosed: true, isFilled: true, inset: 1 },
  bar: { lines: [barAt(0)] },
  hollowTriangle: { lines: triangle, isClosed: true, inset: 1 },
  hollowDiamond: { lines: diamond, isClosed: true, inset: 1 },
  one: { lines: [barAt(0.6)] },
  many: { lines: foot },
  zeroOrOne: { lines: [barAt(0.4), lineFromCircle(1)], ...circleAt(1) },
  oneOrMany: { lines: [...foot, barAt(1.3)] },
  zeroOrMany: { lines: [...foot, lineFromCircle(1.3)], ...circleAt(1.3) },
}

/** Length of an arrowhead for a stroke width, in page units. */
export function headLength(strokeWidth: number): number {
  return 7 + strokeWidth * 3.5
}

const touching: ReadonlySet<Head> = new Set(['one', 'many', 'zeroOrOne', 'oneOrMany', 'zeroOrMany'])

/** Heads of entity-relationship diagrams reach the target; others leave a gap. */
export function touchesTarget(head: Head): boolean {
  return touching.has(head)
}

/** Distance from the tip at which the line ends, so that it does not overlap the arrowhead. */
export function headInset(head: Head, strokeWidth: number): number {
  if (head === 'none') return 0
  if (head === 'arrow') return strokeWidth * 0.6
  return headLength(strokeWidth) * (forms[head].inset ?? 0)
}

const outlines = new RecentCache<object, Path>(4_000)

/**
 * Draws an arrowhead with its tip at `tip`. `along` is the direction out of the line; its identity is the cache
 * key, so pass the same object while the line is unchanged.
 */
export function drawHead(
  pen: Pen,
  head: Head,
  tip: Vec,
  along: Vec,
  line: { readonly color: string; readonly width: number; readonly record: ElementRecord },
  options: RenderOptions,
): void {
  if (head === 'none' || options.detail === 'blocks') return
  let path = outlines.get(along)
  if (!path) outlines.set(along, (path = headPath(forms[head], along, line.width)))
  if (forms[head].isFilled) pen.path(path, tip, { fill: { color: line.color } })
  else {
    const stroke = { color: line.color, width: line.width, cap: 'round' } as const
    drawPath(pen, line.record, path, tip, { stroke }, options)
  }
}

/** An arrowhead with its tip at the origin. */
function headPath({ lines, circle, isClosed }: HeadForm, along: Vec, width: number): Path {
  const length = headLength(width)
  const builder = new PathBuilder()
  const at = ([back, aside]: Place): readonly [number, number] => [
    -along.x * back * length - along.y * aside * length,
    -along.y * back * length + along.x * aside * length,
  ]
  for (const line of lines) {
    line.forEach((place, i) => (i === 0 ? builder.moveTo(...at(place)) : builder.lineTo(...at(place))))
    if (isClosed) builder.closePath()
  }
  if (circle) addCircle(builder, at([circle.back, 0]), length * circle.radius)
  return builder.build()
}

function addCircle(builder: PathBuilder, [cx, cy]: readonly [number, number], radius: number): void {
  const k = radius * 0.5523
  builder.moveTo(cx + radius, cy)
  builder.bezierCurveTo(cx + radius, cy + k, cx + k, cy + radius, cx, cy + radius)
  builder.bezierCurveTo(cx - k, cy + radius, cx - radius, cy + k, cx - radius, cy)
  builder.bezierCurveTo(cx - radius, cy - k, cx - k, cy - radius, cx, cy - radius)
  builder.bezierCurveTo(cx + k, cy - radius, cx + radius, cy - k, cx + radius, cy)
  builder.closePath()
}
