import type { Box } from '../../geometry/box.ts'
import { replayPath, type Path } from '../../geometry/path.ts'
import type { Vec } from '../../geometry/vec.ts'

/** PDF drawing operators (ISO 32000-2, 8.5): operands first, then the operator. */

/** At most three decimals, without exponent and never `NaN`, which would make the page invalid. */
export function pdfNumber(value: number): string {
  return Number.isFinite(value) ? String(Math.round(value * 1000) / 1000 + 0) : '0'
}

const n = pdfNumber

/** Distance of the Bézier handles of a quarter circle, as a fraction of its radius. */
const quarter = 0.5523

export function pathOperators(path: Path, at: Vec): string {
  const out: string[] = []
  const p = (x: number, y: number): string => `${n(x + at.x)} ${n(y + at.y)}`
  let [lastX, lastY] = [0, 0]
  const to = (x: number, y: number): void => {
    lastX = x
    lastY = y
  }
  replayPath(path, {
    moveTo(x, y) {
      out.push(`${p(x, y)} m`)
      to(x, y)
    },
    lineTo(x, y) {
      out.push(`${p(x, y)} l`)
      to(x, y)
    },
    // PDF has cubic curves only.
    quadraticCurveTo(cx, cy, x, y) {
      const third = (from: number, control: number): number => from + ((control - from) * 2) / 3
      out.push(`${p(third(lastX, cx), third(lastY, cy))} ${p(third(x, cx), third(y, cy))} ${p(x, y)} c`)
      to(x, y)
    },
    bezierCurveTo(ax, ay, bx, by, x, y) {
      out.push(`${p(ax, ay)} ${p(bx, by)} ${p(x, y)} c`)
      to(x, y)
    },
    closePath: () => out.push('h'),
  })
  return out.join('\n')
}

export function boxOperators(box: Box, radius = 0): string {
  const { x, y, w, h } = box
  if (radius <= 0) return `${n(x)} ${n(y)} ${n(w)} ${n(h)} re`
  return roundOperators(box, Math.min(radius, w / 2), Math.min(radius, h / 2))
}

function roundOperators({ x, y, w, h }: Box, rx: number, ry: number): string {
  const [right, bottom] = [x + w, y + h]
  const [kx, ky] = [rx * (1 - quarter), ry * (1 - quarter)]
  return [
    `${pair(x + rx, y)} m`,
    `${pair(right - rx, y)} l`,
    curve(right - kx, y, right, y + ky, right, y + ry),
    `${pair(right, bottom - ry)} l`,
    curve(right, bottom - ky, right - kx, bottom, right - rx, bottom),
    `${pair(x + rx, bottom)} l`,
    curve(x + kx, bottom, x, bottom - ky, x, bottom - ry),
    `${pair(x, y + ry)} l`,
    curve(x, y + ky, x + kx, y, x + rx, y),
    'h',
  ].join('\n')
}

/** Clockwise from the right end, as on a canvas, so that dashes start at the same point. */
export function ellipseOperators({ x, y, w, h }: Box): string {
  const [rx, ry] = [w / 2, h / 2]
  const [cx, cy] = [x + rx, y + ry]
  const [kx, ky] = [rx * quarter, ry * quarter]
  return [
    `${pair(cx + rx, cy)} m`,
    curve(cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry),
    curve(cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy),
    curve(cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry),
    curve(cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy),
    'h',
  ].join('\n')
}

function pair(x: number, y: number): string {
  return `${n(x)} ${n(y)}`
}

function curve(ax: number, ay: number, bx: number, by: number, x: number, y: number): string {
  return `${pair(ax, ay)} ${pair(bx, by)} ${pair(x, y)} c`
}

/** `#rrggbb` as three fractions; mid grey for invalid input. */
export function colorOperands(hex: string): string {
  const channel = (at: number): string => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16)
    return n(Number.isNaN(value) ? 0.5 : value / 255)
  }
  return `${channel(1)} ${channel(3)} ${channel(5)}`
}
