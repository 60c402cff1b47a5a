import { type Affine, compose, rotation, transform, translation } from '../../geometry/affine.ts'
import type { Vec } from '../../geometry/vec.ts'

const call = /(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]{0,200})\)/g

/** The attribute `transform`; what cannot be read is left out. */
export function readTransform(text: string): Affine {
  let result = translation(0, 0)
  for (const [, name = '', list = ''] of text.slice(0, 5_000).matchAll(call)) {
    const numbers = list
      .split(/[\s,]+/)
      .filter((part) => part !== '')
      .map(Number)
    const step = numbers.every(Number.isFinite) ? getStep(name, numbers) : undefined
    if (step) result = compose(result, step)
  }
  return result
}

function getStep(name: string, values: readonly number[]): Affine | undefined {
  const [x = 0, y] = values
  const tangent = Math.tan((x * Math.PI) / 180)
  switch (name) {
    case 'matrix': {
      const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = values
      return { a, b, c, d, e, f }
    }
    case 'translate':
      return translation(x, y ?? 0)
    case 'scale':
      return { ...translation(0, 0), a: x, d: y ?? x }
    case 'rotate':
      return rotation(x, { x: values[1] ?? 0, y: values[2] ?? 0 })
    case 'skewX':
      return { ...translation(0, 0), c: tangent }
    default:
      return { ...translation(0, 0), b: tangent }
  }
}

/** Mean factor by which lengths change. */
export const getScale = ({ a, b, c, d }: Affine): number => Math.sqrt(Math.abs(a * d - b * c))

export interface RotatedBox {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  /** Degrees clockwise about the centre. */
  readonly angle: number
}

/** A box after a transform, if it is still one; undefined if it is skewed or mirrored. */
export function transformBox(m: Affine, { x, y, w, h }: Omit<RotatedBox, 'angle'>): RotatedBox | undefined {
  const [scaleX, scaleY] = [Math.hypot(m.a, m.b), Math.hypot(m.c, m.d)]
  const skew = (m.a * m.c + m.b * m.d) / (scaleX * scaleY || 1)
  if (Math.abs(skew) > 1e-3 || m.a * m.d - m.b * m.c <= 0) return undefined
  const centre = transform(m, { x: x + w / 2, y: y + h / 2 })
  const [width, height] = [w * scaleX, h * scaleY]
  const angle = (Math.atan2(m.b, m.a) * 180) / Math.PI
  return { x: centre.x - width / 2, y: centre.y - height / 2, w: width, h: height, angle }
}

/** Corners of a box, or points of the ellipse in it. */
export function getOutline({ x, y, w, h }: Omit<RotatedBox, 'angle'>, isEllipse: boolean): Vec[] {
  if (!isEllipse)
    return [
      { x, y },
      { x: x + w, y },
      { x: x + w, y: y + h },
      { x, y: y + h },
    ]
  return Array.from({ length: 48 }, (_, i) => {
    const angle = (i / 24) * Math.PI
    return { x: x + (w / 2) * (1 + Math.cos(angle)), y: y + (h / 2) * (1 + Math.sin(angle)) }
  })
}
