import { ownScenes, type OwnScene } from './scene-kinds.ts'

/** An element of the neutral scene; each app converts it to its own type. */
export interface SceneElement {
  readonly id: string
  readonly type: 'rect' | 'ellipse' | 'note' | 'stroke' | 'arrow' | 'text' | 'image' | 'frame'
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  readonly color: number
  readonly text?: string
  /** Offsets from (x, y). */
  readonly points?: readonly (readonly [number, number])[]
  /** Boxes that an arrow connects. */
  readonly from?: string
  readonly to?: string
  /** An arrow with axis-aligned segments. */
  readonly isElbow?: boolean
  /** Index of an image. */
  readonly picture?: number
  /** The frame it is in. */
  readonly frame?: string
}

/** `handDrawn` is `mixed` with hand-drawn lines where an app has them as an option. */
export type SceneName = 'mixed' | 'handDrawn' | 'strokes' | 'images' | 'connectors' | OwnScene

export interface Scene {
  readonly name: SceneName
  readonly count: number
  readonly elements: readonly SceneElement[]
  /** The drag target: a box on top at the centre. */
  readonly hero: SceneElement
}

const cell = { w: 90, h: 76 }
const words =
  'plan review ship draft idea cost user team risk goal metric launch note test scope budget owner date link map'.split(
    ' ',
  )

/** mulberry32: a small seeded generator. */
function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

type Kind = SceneElement['type']

function listKinds(name: SceneName, count: number, random: () => number): Kind[] {
  if (name === 'strokes') return Array.from({ length: count }, () => 'stroke')
  if (name === 'images') return Array.from({ length: count }, () => 'image')
  return Array.from({ length: count }, (): Kind => {
    const r = random()
    if (name === 'connectors') return r < 0.5 ? 'arrow' : 'rect'
    if (r < 0.25) return 'rect'
    if (r < 0.4) return 'ellipse'
    if (r < 0.6) return 'note'
    if (r < 0.8) return 'stroke'
    return r < 0.9 ? 'arrow' : 'text'
  })
}

function handwriting(random: () => number): [number, number][] {
  const points: [number, number][] = []
  let x = 0
  let y = 20
  for (let i = 0; i < 60; i++) {
    x += 0.6 + random() * 1.2
    y += Math.sin(i * 0.7 + random()) * 4
    points.push([Math.round(x * 10) / 10, Math.round(y * 10) / 10])
  }
  return points
}

export function makeScene(name: SceneName, count: number): Scene {
  const random = seeded(12345 + count)
  if (isOwn(name)) {
    const { elements, w, h } = ownScenes[name](count, random)
    return { name, count, elements, hero: makeHero(w, h) }
  }
  const columns = Math.ceil(Math.sqrt(count * 1.2))
  const cells = Array.from({ length: count }, (_, i) => i)
  // Shuffled, so that stacking order and position are unrelated.
  for (let i = cells.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[cells[i], cells[j]] = [cells[j]!, cells[i]!]
  }
  const kinds = listKinds(name, count, random)
  const boxAtCell = new Map<number, string>()
  cells.forEach((at, i) => {
    if (kinds[i] === 'rect' || kinds[i] === 'ellipse' || kinds[i] === 'note') boxAtCell.set(at, `b${i}`)
  })
  const elements = cells.map((at, i): SceneElement => {
    const kind = kinds[i]!
    const x = (at % columns) * cell.w + Math.round(random() * 14)
    const y = Math.floor(at / columns) * cell.h + Math.round(random() * 10)
    const color = Math.floor(random() * 6)
    const text = `${words[Math.floor(random() * words.length)]!} ${words[Math.floor(random() * words.length)]!}`
    const id = `b${i}`
    if (kind === 'stroke') return { id, type: kind, x, y, w: 70, h: 40, color, points: handwriting(random) }
    if (kind === 'image') return { id, type: kind, x, y, w: 80, h: 60, color, picture: i % 20 }
    if (kind === 'text') return { id, type: kind, x, y, w: 80, h: 24, color, text }
    if (kind === 'arrow') {
      const from = boxAtCell.get(at - 1)
      const to = boxAtCell.get(at + 1) ?? boxAtCell.get(at + columns)
      const points: [number, number][] = [
        [0, 0],
        [60, 30],
      ]
      return {
        id,
        type: kind,
        x,
        y,
        w: 60,
        h: 30,
        color,
        points,
        ...(from ? { from } : {}),
        ...(to ? { to } : {}),
      }
    }
    if (kind === 'note') return { id, type: kind, x, y, w: 60, h: 60, color, text }
    return { id, type: kind, x, y, w: 64, h: 44, color, text }
  })
  const rows = Math.ceil(count / columns)
  return { name, count, elements, hero: makeHero(columns * cell.w, rows * cell.h) }
}

function isOwn(name: SceneName): name is OwnScene {
  return name in ownScenes
}

/** The box on top at the centre of a scene of this size. */
function makeHero(w: number, h: number): SceneElement {
  const [x, y] = [Math.round(w / 2 - 60), Math.round(h / 2 - 40)]
  return { id: 'hero', type: 'rect', x, y, w: 120, h: 80, color: 1, text: 'hero' }
}
