import { PathBuilder, replayPath, type Path, type PathSink } from './path.ts'
import { distance, type Vec } from './vec.ts'

/** Maximum deviation from a path, page units. */
const maxDeviation = 2.4
/** Short lines deviate less: a constant part and a share of the length. */
const leastDeviation = 0.3
const deviationShare = 0.015

/** How far a hand-drawn path extends beyond the path that it follows. */
export const handDrawnReach = maxDeviation * 2

/** A path as drawn by hand: lines are a little bent, and corners are not met exactly. The same for the same seed. */
export function drawByHand(path: Path, seed: string, passes: 1 | 2): Path {
  const hand = new Hand(createRandom(seed))
  for (let pass = 0; pass < passes; pass++) replayPath(path, hand)
  return hand.build()
}

class Hand implements PathSink {
  readonly #builder = new PathBuilder()
  readonly #random: () => number
  #start: Vec = { x: 0, y: 0 }
  /** End of the last piece of the path. */
  #at: Vec = { x: 0, y: 0 }
  /** Where the pen is instead; undefined at the start of a line. */
  #pen: Vec | undefined
  #isAfterLine = false

  constructor(random: () => number) {
    this.#random = random
  }

  build(): Path {
    return this.#builder.build()
  }

  moveTo(x: number, y: number): void {
    this.#start = this.#at = { x, y }
    this.#pen = undefined
  }

  lineTo(x: number, y: number): void {
    const to = { x, y }
    const length = distance(this.#at, to)
    if (length === 0) return
    const deviation = getDeviation(length)
    // Two lines do not meet exactly; a line goes on from the end of a curve.
    const from = (this.#isAfterLine ? undefined : this.#pen) ?? this.#putDown(deviation)
    const end = this.#near(to, deviation)
    const bend = (this.#random() - 0.5) * 1.5 * deviation
    const [aside, down] = [((this.#at.y - y) / length) * bend, ((x - this.#at.x) / length) * bend]
    const along = (t: number): [number, number] => [
      from.x + (end.x - from.x) * t + aside,
      from.y + (end.y - from.y) * t + down,
    ]
    const [first, second] = [0.25 + this.#random() * 0.2, 0.6 + this.#random() * 0.2]
    this.#builder.bezierCurveTo(...along(first), ...along(second), end.x, end.y)
    this.#arrive(to, end, true)
  }

  quadraticCurveTo(cx: number, cy: number, x: number, y: number): void {
    const from = this.#at
    const [ax, ay] = [from.x + ((cx - from.x) * 2) / 3, from.y + ((cy - from.y) * 2) / 3]
    this.bezierCurveTo(ax, ay, x + ((cx - x) * 2) / 3, y + ((cy - y) * 2) / 3, x, y)
  }

  bezierCurveTo(ax: number, ay: number, bx: number, by: number, x: number, y: number): void {
    const from = this.#at
    const [to, a, b] = [
      { x, y },
      { x: ax, y: ay },
      { x: bx, y: by },
    ]
    const length = distance(from, a) + distance(a, b) + distance(b, to)
    if (length === 0) return
    const deviation = getDeviation(length)
    const pen = this.#pen ?? this.#putDown(deviation)
    const end = this.#near(to, deviation)
    // Control points move with their ends, so that curves stay smooth where they meet.
    this.#builder.bezierCurveTo(
      a.x + pen.x - from.x,
      a.y + pen.y - from.y,
      b.x + end.x - x,
      b.y + end.y - y,
      end.x,
      end.y,
    )
    this.#arrive(to, end, false)
  }

  closePath(): void {
    if (distance(this.#at, this.#start) > 0.01) this.lineTo(this.#start.x, this.#start.y)
    this.moveTo(this.#start.x, this.#start.y)
  }

  #putDown(deviation: number): Vec {
    const at = this.#near(this.#at, deviation)
    this.#builder.moveTo(at.x, at.y)
    return at
  }

  #near({ x, y }: Vec, deviation: number): Vec {
    const offset = (): number => (this.#random() - 0.5) * 1.4 * deviation
    return { x: x + offset(), y: y + offset() }
  }

  #arrive(at: Vec, pen: Vec, isAfterLine: boolean): void {
    this.#at = at
    this.#pen = pen
    this.#isAfterLine = isAfterLine
  }
}

function getDeviation(length: number): number {
  return Math.min(maxDeviation, leastDeviation + length * deviationShare)
}

/** Numbers in [0, 1), by Mulberry32 from a hash of the seed. */
function createRandom(seed: string): () => number {
  let state = 0
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193) + 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
