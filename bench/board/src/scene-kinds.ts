import type { SceneElement } from './scene.ts'

/** Scenes that need other sizes, texts or an order of their own. */
export type OwnScene = 'handwriting' | 'notes' | 'flowchart' | 'mindmap' | 'photos' | 'frames'

export interface LaidOut {
  readonly elements: SceneElement[]
  readonly w: number
  readonly h: number
}

type Random = () => number

const sentences = [
  'what do our customers say about the new onboarding and which step do they leave at most often this quarter',
  'wie lange dauert es bis jemand nach der Anmeldung zum ersten Mal etwas auf dem Brett ändert und warum',
  'vad behöver vi göra innan vi släpper den nya versionen till alla som använder tavlan på väg till jobbet',
  'какие вопросы задают новые участники на первой встрече и кто на них отвечает после праздников',
  'ما هي الخطوات التالية التي يجب أن نتفق عليها قبل نهاية الأسبوع مع الفريق الجديد في المدينة',
  'मुझे लगता है कि हमें पहले ग्राहकों से बात करनी चाहिए और फिर योजना को बदलना चाहिए',
  '私たち は 来週 の 会議 で 新しい 計画 を 説明 し 質問 に 答える 予定 です',
  'πώς μπορούμε να μειώσουμε τον χρόνο που χρειάζεται μια νέα ομάδα για να ξεκινήσει μόνη της',
].map((sentence) => sentence.split(' '))

function between(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1))
}

function makeText(random: Random, least: number, most: number): string {
  const words = sentences[Math.floor(random() * sentences.length)]!
  const start = Math.floor(random() * words.length)
  const count = between(random, least, most)
  return Array.from({ length: count }, (_, i) => words[(start + i) % words.length]!).join(' ')
}

/** Positions of a grid, shuffled, so that stacking order and position are unrelated. */
function shuffledCells(random: Random, count: number): { columns: number; cells: number[] } {
  const columns = Math.ceil(Math.sqrt(count * 1.2))
  const cells = Array.from({ length: count }, (_, i) => i)
  for (let i = cells.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[cells[i], cells[j]] = [cells[j]!, cells[i]!]
  }
  return { columns, cells }
}

/** Words as a pen writes them: loops along a line, a new line when it is full. */
function writeLines(random: Random): { points: [number, number][]; w: number; h: number } {
  const count = between(random, 40, 440)
  const points: [number, number][] = []
  const size = 6 + random() * 3
  let phase = random() * 6
  let line = 0
  let at = 0
  for (let i = 0; i < count; i++) {
    phase += 0.3 + random() * 0.12
    at += 0.55 + random() * 0.3
    if (at > 150) {
      at = 0
      line++
    }
    const x = 6 + at + Math.cos(phase) * size * 0.45
    const y = 10 + line * 22 + Math.sin(phase) * size * (0.6 + 0.4 * Math.sin(i / 11)) + random() * 0.4
    points.push([Math.round(x * 10) / 10, Math.round(y * 10) / 10])
  }
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return {
    points: points.map(([x, y]) => [x - left, y - top]),
    w: Math.max(...xs) - left,
    h: Math.max(...ys) - top,
  }
}

function makeHandwriting(count: number, random: Random): LaidOut {
  const { columns, cells } = shuffledCells(random, count)
  const elements = cells.map((cell, i): SceneElement => {
    const x = (cell % columns) * 170 + random() * 12
    const y = Math.floor(cell / columns) * 60 + random() * 10
    return { id: `b${i}`, type: 'stroke', x, y, color: 0, ...writeLines(random) }
  })
  return { elements, w: columns * 170, h: Math.ceil(count / columns) * 60 }
}

function makeNotes(count: number, random: Random): LaidOut {
  const { columns, cells } = shuffledCells(random, count)
  const elements = cells.map((cell, i): SceneElement => {
    const x = (cell % columns) * 150 + Math.round(random() * 14)
    const y = Math.floor(cell / columns) * 150 + Math.round(random() * 14)
    const color = Math.floor(random() * 6)
    return { id: `b${i}`, type: 'note', x, y, w: 130, h: 130, color, text: makeText(random, 4, 24) }
  })
  return { elements, w: columns * 150, h: Math.ceil(count / columns) * 150 }
}

/** Half boxes, half labelled elbow connectors to the next box or one in a row below. */
function makeFlowchart(count: number, random: Random): LaidOut {
  const boxes = Math.ceil(count / 2)
  const columns = Math.ceil(Math.sqrt(boxes * 1.2))
  const elements: SceneElement[] = Array.from({ length: boxes }, (_, i) => ({
    id: `b${i}`,
    type: i % 4 === 3 ? 'ellipse' : 'rect',
    x: (i % columns) * 170 + Math.round(random() * 20),
    y: Math.floor(i / columns) * 110 + Math.round(random() * 20),
    w: 100,
    h: 56,
    color: i % 6,
    text: makeText(random, 1, 3),
  }))
  for (let i = 0; elements.length < count; i++) {
    const from = elements[i]!
    const next = i + (i % 3 === 0 ? columns : i % 3 === 1 ? 1 : columns + 1)
    const to = elements[next < boxes ? next : i - 1]!
    elements.push(connect(`a${i}`, from, to, { isElbow: true, text: makeText(random, 1, 2) }))
  }
  return { elements, w: columns * 170, h: Math.ceil(boxes / columns) * 110 }
}

/** A tree: every topic has up to five below it, in columns by depth. */
function makeMindmap(count: number, random: Random): LaidOut {
  const topics = Math.ceil((count + 1) / 2)
  const parents = Array.from({ length: topics }, (_, i) => Math.floor((i - 1) / 5))
  const depths = parents.reduce<number[]>((all, parent, i) => [...all, i === 0 ? 0 : all[parent]! + 1], [])
  const filled: number[] = []
  const most = Math.max(...depths.map((depth) => depths.filter((one) => one === depth).length))
  const elements: SceneElement[] = depths.map((depth, i) => {
    const row = (filled[depth] = (filled[depth] ?? -1) + 1)
    const gap = (most * 44) / depths.filter((one) => one === depth).length
    const text = makeText(random, 1, 4)
    return { id: `b${i}`, type: 'rect', x: depth * 420, y: gap * (row + 0.5), w: 150, h: 32, color: depth % 6, text }
  })
  for (let i = 1; elements.length < count; i++)
    elements.push(connect(`a${i}`, elements[parents[i]!]!, elements[i]!, {}))
  return { elements, w: (Math.max(...depths) + 1) * 420, h: most * 44 }
}

function makePhotos(count: number): LaidOut {
  const columns = Math.ceil(Math.sqrt(count * 1.2))
  const elements = Array.from({ length: count }, (_, i): SceneElement => {
    const [x, y] = [(i % columns) * 500, Math.floor(i / columns) * 360]
    return { id: `b${i}`, type: 'image', x, y, w: 480, h: 340, color: 0, picture: i }
  })
  return { elements, w: columns * 500, h: Math.ceil(count / columns) * 360 }
}

const inFrame = { columns: 8, rows: 6, w: 110, h: 90 }

/** Every frame is full of everything: boxes, notes, texts, handwriting and labelled connectors. */
function makeFrames(count: number, random: Random): LaidOut {
  const columns = Math.ceil(Math.sqrt(count * 1.2))
  const size = { w: inFrame.columns * inFrame.w + 40, h: inFrame.rows * inFrame.h + 40 }
  const elements: SceneElement[] = []
  for (let i = 0; i < count; i++) {
    const frame = `f${i}`
    const [x, y] = [(i % columns) * (size.w + 80), Math.floor(i / columns) * (size.h + 80)]
    elements.push({ id: frame, type: 'frame', x, y, ...size, color: 0, text: makeText(random, 2, 4) })
    const boxes: SceneElement[] = []
    for (let cell = 0; cell < inFrame.columns * inFrame.rows; cell++) {
      const at = {
        id: `${frame}b${cell}`,
        x: x + 20 + (cell % inFrame.columns) * inFrame.w,
        y: y + 20 + Math.floor(cell / inFrame.columns) * inFrame.h,
        color: cell % 6,
        frame,
      }
      const kind = cell % 6
      if (kind === 0) elements.push({ ...at, type: 'note', w: 80, h: 80, text: makeText(random, 2, 6) })
      else if (kind === 1) elements.push({ ...at, type: 'text', w: 90, h: 24, text: makeText(random, 1, 3) })
      else if (kind === 2) elements.push({ ...at, type: 'stroke', ...writeLines(random) })
      else {
        const type = kind === 3 ? 'ellipse' : 'rect'
        const box: SceneElement = { ...at, type, w: 80, h: 50, text: makeText(random, 1, 2) }
        const before = boxes.at(-1)
        elements.push(box)
        boxes.push(box)
        if (before && kind !== 3)
          elements.push({ ...connect(`${at.id}a`, before, box, { isElbow: kind === 4 }), frame })
      }
    }
  }
  const rows = Math.ceil(count / columns)
  return { elements, w: columns * (size.w + 80), h: rows * (size.h + 80) }
}

function connect(
  id: string,
  from: SceneElement,
  to: SceneElement,
  more: { isElbow?: boolean; text?: string },
): SceneElement {
  const [x, y] = [from.x + from.w, from.y + from.h / 2]
  const [dx, dy] = [to.x - x, to.y + to.h / 2 - y]
  const points: [number, number][] = [
    [0, 0],
    [dx, dy],
  ]
  const size = { w: Math.abs(dx), h: Math.abs(dy) }
  return { id, type: 'arrow', x, y, ...size, color: 0, points, from: from.id, to: to.id, ...more }
}

export const ownScenes: Readonly<Record<OwnScene, (count: number, random: Random) => LaidOut>> = {
  handwriting: makeHandwriting,
  notes: makeNotes,
  flowchart: makeFlowchart,
  mindmap: makeMindmap,
  photos: makePhotos,
  frames: makeFrames,
}
