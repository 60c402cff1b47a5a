import { createReactComponent } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { getForm } from '@tavla/canvas'
import type { PathSink } from '@tavla/canvas'

/** Grid of Tabler's icons and the margin inside it. */
const grid = 24
const margin = 3
/** Flat and narrow forms are drawn less so, to be told apart at this size. */
const leastRatio = 0.65

/** An icon that shows the form itself. */
export function createFormIcon(id: string): Icon {
  const { outline, details, size } = getForm(id)
  const longest = Math.max(size.w, size.h)
  const fit = (side: number): number => Math.max(side / longest, leastRatio) * (grid - 2 * margin)
  const [w, h] = [fit(size.w), fit(size.h)]
  const at = { x: (grid - w) / 2, y: (grid - h) / 2 }
  const paths = [outline, ...(details ? [details] : [])].map((draw, i) => {
    const written: string[] = []
    draw(createPathWriter(written, at), w, h)
    return ['path', { d: written.join(''), key: String(i) }] as const
  })
  return createReactComponent(
    'outline',
    `form-${id}`,
    `Form ${id}`,
    paths.map(([tag, attributes]) => [tag, attributes]),
  )
}

/** Writes path data of SVG, moved by `at`. */
function createPathWriter(written: string[], at: { readonly x: number; readonly y: number }): PathSink {
  const point = (x: number, y: number): string => `${round(x + at.x)} ${round(y + at.y)}`
  return {
    moveTo: (x, y) => written.push(`M${point(x, y)}`),
    lineTo: (x, y) => written.push(`L${point(x, y)}`),
    quadraticCurveTo: (cx, cy, x, y) => written.push(`Q${point(cx, cy)} ${point(x, y)}`),
    bezierCurveTo: (ax, ay, bx, by, x, y) =>
      written.push(`C${point(ax, ay)} ${point(bx, by)} ${point(x, y)}`),
    closePath: () => written.push('Z'),
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
