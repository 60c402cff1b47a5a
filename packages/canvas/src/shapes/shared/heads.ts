import { PathBuilder, type Path } from '../../geometry/path.ts'
import type { Vec } from '../../geometry/vec.ts'
import type { RenderOptions, Pen } from '../../pen.ts'
import { RecentCache } from '../../recent-cache.ts'
import type { Head } from './head-prop.ts'

/** Length of an arrowhead for a stroke width, in page units. */
export function headLength(strokeWidth: number): number {
  return 7 + strokeWidth * 3.5
}

/** Distance from the tip at which the line ends, so that it does not overlap the arrowhead. */
export function headInset(head: Head, strokeWidth: number): number {
  const length = headLength(strokeWidth)
  if (head === 'triangle') return length * 0.8
  if (head === 'diamond') return length
  if (head === 'dot') return length * 0.6
  return head === 'arrow' ? strokeWidth * 0.6 : 0
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
  line: { readonly color: string; readonly width: number },
  options: RenderOptions,
): void {
  if (head === 'none' || options.detail === 'blocks') return
  let path = outlines.get(along)
  if (!path) outlines.set(along, (path = headPath(head, along, line.width)))
  const stroke = { color: line.color, width: line.width, cap: 'round' } as const
  if (head === 'arrow' || head === 'bar') pen.path(path, tip, { stroke })
  else pen.path(path, tip, { fill: { color: line.color } })
}

/** An arrowhead with its tip at the origin. */
function headPath(head: Head, along: Vec, width: number): Path {
  const length = headLength(width)
  const builder = new PathBuilder()
  const at = (back: number, aside: number): readonly [number, number] => [
    -along.x * back * length - along.y * aside * length,
    -along.y * back * length + along.x * aside * length,
  ]
  if (head === 'dot') {
    const radius = length * 0.35
    const k = radius * 0.5523
    const [cx, cy] = at(0.35, 0)
    builder.moveTo(cx + radius, cy)
    builder.bezierCurveTo(cx + radius, cy + k, cx + k, cy + radius, cx, cy + radius)
    builder.bezierCurveTo(cx - k, cy + radius, cx - radius, cy + k, cx - radius, cy)
    builder.bezierCurveTo(cx - radius, cy - k, cx - k, cy - radius, cx, cy - radius)
    builder.bezierCurveTo(cx + k, cy - radius, cx + radius, cy - k, cx + radius, cy)
    builder.closePath()
    return builder.build()
  }
  const corners = headCorners[head]
  corners.forEach(([back, aside], i) =>
    i === 0 ? builder.moveTo(...at(back, aside)) : builder.lineTo(...at(back, aside)),
  )
  if (head !== 'arrow' && head !== 'bar') builder.closePath()
  return builder.build()
}

/** Fractions of the length: distance back from the tip, and sideways. */
const headCorners: Readonly<
  Record<'none' | 'arrow' | 'triangle' | 'diamond' | 'bar', readonly (readonly [number, number])[]>
> = {
  none: [],
  arrow: [
    [1, 0.55],
    [0, 0],
    [1, -0.55],
  ],
  triangle: [
    [0, 0],
    [1, 0.5],
    [1, -0.5],
  ],
  diamond: [
    [0, 0],
    [0.5, 0.35],
    [1, 0],
    [0.5, -0.35],
  ],
  bar: [
    [0, 0.5],
    [0, -0.5],
  ],
}
