import type { Box } from './box.ts'

/**
 * An immutable path of lines and curves, in flat arrays to save memory. Pens cache by identity, so build a path
 * once and keep it.
 */
export interface Path {
  readonly commands: Uint8Array
  readonly coords: Float32Array
}

const move = 0
const line = 1
const quadratic = 2
const cubic = 3
const close = 4

/** Receives path commands; `Path2D` and the canvas context conform to it. */
export interface PathSink {
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  quadraticCurveTo(cx: number, cy: number, x: number, y: number): void
  bezierCurveTo(ax: number, ay: number, bx: number, by: number, x: number, y: number): void
  closePath(): void
}

/** Builds a path. It is a sink itself, so paths can be copied into it. */
export class PathBuilder implements PathSink {
  #commands: number[] = []
  #coords: number[] = []

  moveTo(x: number, y: number): void {
    this.#commands.push(move)
    this.#coords.push(x, y)
  }

  lineTo(x: number, y: number): void {
    this.#commands.push(line)
    this.#coords.push(x, y)
  }

  quadraticCurveTo(cx: number, cy: number, x: number, y: number): void {
    this.#commands.push(quadratic)
    this.#coords.push(cx, cy, x, y)
  }

  bezierCurveTo(ax: number, ay: number, bx: number, by: number, x: number, y: number): void {
    this.#commands.push(cubic)
    this.#coords.push(ax, ay, bx, by, x, y)
  }

  closePath(): void {
    this.#commands.push(close)
  }

  build(): Path {
    return { commands: new Uint8Array(this.#commands), coords: new Float32Array(this.#coords) }
  }
}

export function replayPath(path: Path, sink: PathSink): void {
  const { commands, coords } = path
  let at = 0
  for (const command of commands) {
    if (command === move) sink.moveTo(coords[at++]!, coords[at++]!)
    else if (command === line) sink.lineTo(coords[at++]!, coords[at++]!)
    else if (command === quadratic)
      sink.quadraticCurveTo(coords[at++]!, coords[at++]!, coords[at++]!, coords[at++]!)
    else if (command === cubic) {
      sink.bezierCurveTo(
        coords[at++]!,
        coords[at++]!,
        coords[at++]!,
        coords[at++]!,
        coords[at++]!,
        coords[at++]!,
      )
    } else sink.closePath()
  }
}

/** A polyline through the points. */
export function createPolyline(
  points: readonly { readonly x: number; readonly y: number }[],
  closed: boolean,
): Path {
  const builder = new PathBuilder()
  points.forEach((p, i) => (i === 0 ? builder.moveTo(p.x, p.y) : builder.lineTo(p.x, p.y)))
  if (closed && points.length > 0) builder.closePath()
  return builder.build()
}

/** Bounds of all points and control points; never smaller than what is drawn. */
export function getPathBounds(path: Path): Box {
  const { coords } = path
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i + 1 < coords.length; i += 2) {
    left = Math.min(left, coords[i]!)
    right = Math.max(right, coords[i]!)
    top = Math.min(top, coords[i + 1]!)
    bottom = Math.max(bottom, coords[i + 1]!)
  }
  return left > right ? { x: 0, y: 0, w: 0, h: 0 } : { x: left, y: top, w: right - left, h: bottom - top }
}
