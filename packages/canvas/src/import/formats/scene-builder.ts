import { ForeignElement } from '../excalidraw/element.ts'
import type { ForeignScene } from '../excalidraw/read.ts'
import type { Vec } from '../../geometry/vec.ts'

/** Style of lines and areas; colours are CSS colours. */
export interface ElementStyle {
  readonly color?: string | undefined
  readonly fill?: string | undefined
  readonly strokeWidth?: number | undefined
  readonly dash?: 'solid' | 'dashed' | 'dotted' | undefined
  readonly isHandDrawn?: boolean | undefined
  /** Filled by hatching. */
  readonly isHatched?: boolean | undefined
  /** 0 to 1. */
  readonly opacity?: number | undefined
  /** Ids of groups, innermost first. */
  readonly groups?: readonly string[] | undefined
  readonly frame?: string | null | undefined
  readonly isLocked?: boolean | undefined
}

export interface LabelStyle {
  readonly textColor?: string | undefined
  readonly textSize?: number | undefined
  readonly font?: keyof typeof fontFamilies | undefined
  readonly align?: 'left' | 'center' | 'right' | undefined
  readonly vertical?: 'top' | 'middle' | 'bottom' | undefined
}

export interface NewBox extends ElementStyle, LabelStyle {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  readonly text: string
  readonly link?: string | null
  readonly isRound?: boolean
  /** `figure` has a `form`. */
  readonly type?: 'rectangle' | 'ellipse' | 'diamond' | 'figure' | 'note' | undefined
  readonly form?: string | undefined
  /** Degrees, about the centre. */
  readonly angle?: number | undefined
}

type Side = 'top' | 'right' | 'bottom' | 'left'

/** One of the format's arrowheads. */
export type Arrowhead =
  | 'arrow'
  | 'triangle'
  | 'triangle_outline'
  | 'dot'
  | 'diamond'
  | 'diamond_outline'
  | 'bar'
  | 'cardinality_one'
  | 'cardinality_many'
  | 'cardinality_one_or_many'
  | 'cardinality_zero_or_one'
  | 'cardinality_zero_or_many'

export interface NewArrow extends ElementStyle, LabelStyle {
  readonly id: string
  /** A box, to which the arrow is bound, or a point. */
  readonly from: string | Vec
  readonly to: string | Vec
  readonly fromSide?: Side | undefined
  readonly toSide?: Side | undefined
  /** Fractions of the boxes, in place of sides. */
  readonly fromAt?: Vec | undefined
  readonly toAt?: Vec | undefined
  /** Points on the way. */
  readonly via?: readonly Vec[] | undefined
  readonly startHead?: Arrowhead | null | undefined
  readonly endHead?: Arrowhead | null | undefined
  readonly label?: string
  /** `routed` finds its own way around the boxes. */
  readonly routing?: 'straight' | 'curved' | 'elbow' | 'routed' | undefined
}

export interface NewLine extends ElementStyle, LabelStyle {
  readonly id: string
  readonly points: readonly Vec[]
  readonly isClosed?: boolean | undefined
  readonly isCurved?: boolean | undefined
  readonly startHead?: Arrowhead | null | undefined
  readonly endHead?: Arrowhead | null | undefined
  /** Only for lines with heads. */
  readonly label?: string | undefined
}

const sides: Readonly<Record<Side, Vec>> = {
  top: { x: 0.5, y: 0 },
  right: { x: 1, y: 0.5 },
  bottom: { x: 0.5, y: 1 },
  left: { x: 0, y: 0.5 },
}
const middle: Vec = { x: 0.5, y: 0.5 }

/** Numbers of fonts in the format. */
const fontFamilies = { hand: 5, sans: 2, mono: 3 } as const

const labelSize = 16

/** Builds a scene from the elements of other formats. */
export class SceneBuilder {
  readonly #elements: ForeignElement[] = []
  readonly #boxes = new Map<string, Pick<NewBox, 'x' | 'y' | 'w' | 'h'>>()
  readonly #files = new Map<string, string>()

  /** Elements so far. */
  get count(): number {
    return this.#elements.length
  }

  /** The element that was added, which notes can name. */
  addBox(box: NewBox): ForeignElement {
    const { id, x, y, w, h, text, link = null, type = 'rectangle', form, isRound = true, angle = 0 } = box
    this.#boxes.set(id, box)
    const shared = { x, y, width: w, height: h, angle: (angle * Math.PI) / 180, ...getOwn(box) }
    const element = this.#add({
      ...shared,
      type,
      form,
      id,
      ...getPaint(box),
      link,
      roundness: isRound && type === 'rectangle' ? { type: 3 } : null,
    })
    if (text.trim() !== '') this.#addLabel(`${id} text`, id, text, box, shared)
    return element
  }

  /** Text without a box. */
  addText(box: NewBox & { readonly wraps?: boolean }): void {
    const { id, x, y, w, h, text, link = null, angle = 0, wraps = false } = box
    this.#boxes.set(id, box)
    if (text.trim() === '') return
    const geometry = { x, y, width: w, height: h, angle: (angle * Math.PI) / 180 }
    this.#add({
      type: 'text',
      id,
      text,
      link,
      autoResize: !wraps,
      ...geometry,
      ...getOwn(box),
      ...getText(box),
    })
  }

  addFrame(frame: Pick<NewBox, 'id' | 'x' | 'y' | 'w' | 'h'> & { readonly name: string }): ForeignElement {
    const { id, x, y, w, h, name } = frame
    this.#boxes.set(id, frame)
    return this.#add({ type: 'frame', id, x, y, width: w, height: h, name })
  }

  /** An image of a data URL. */
  addImage(box: Omit<NewBox, 'text'>, dataUrl: string): void {
    const { id, x, y, w, h, link = null, angle = 0 } = box
    this.#boxes.set(id, box)
    this.#files.set(id, dataUrl)
    const geometry = { x, y, width: w, height: h, angle: (angle * Math.PI) / 180 }
    this.#add({ type: 'image', id, fileId: id, link, ...geometry, ...getOwn(box) })
  }

  /** A point of a box, as fractions of it; undefined if there is no such box. */
  getPoint(end: string | Vec, at: Vec = middle): Vec | undefined {
    if (typeof end !== 'string') return end
    const box = this.#boxes.get(end)
    return box && { x: box.x + box.w * at.x, y: box.y + box.h * at.y }
  }

  /** False if one of its ends does not exist. */
  addArrow(arrow: NewArrow): boolean {
    const { id, from, to, label = '', startHead = null, endHead = 'arrow', via = [] } = arrow
    const startAt = arrow.fromAt ?? (arrow.fromSide ? sides[arrow.fromSide] : middle)
    const endAt = arrow.toAt ?? (arrow.toSide ? sides[arrow.toSide] : middle)
    const start = this.getPoint(from, startAt)
    const end = this.getPoint(to, endAt)
    if (!start || !end) return false
    const bends =
      arrow.routing === 'elbow' && via.length === 0 && start.y !== end.y
        ? [{ x: (start.x + end.x) / 2, y: start.y }, { x: (start.x + end.x) / 2, y: end.y }] // prettier-ignore
        : via
    this.#addPoints([start, ...bends, end], arrow, {
      type: 'arrow',
      elbowed: arrow.routing === 'elbow' || arrow.routing === 'routed',
      roundness: arrow.routing === 'curved' ? { type: 2 } : null,
      startArrowhead: startHead,
      endArrowhead: endHead,
      startBinding: getBinding(from, startAt),
      endBinding: getBinding(to, endAt),
    })
    if (label.trim() !== '') this.#addLabel(`${id} text`, id, label, arrow, getMiddle([start, ...bends, end]))
    return true
  }

  /** A line or arrow without bindings. */
  addLine(line: NewLine): void {
    const {
      id,
      points,
      isClosed = false,
      isCurved = false,
      startHead = null,
      endHead = null,
      label = '',
    } = line
    const isArrow = startHead !== null || endHead !== null || label !== ''
    this.#addPoints(isClosed ? [...points, points[0]!] : points, line, {
      type: isArrow ? 'arrow' : 'line',
      polygon: isClosed,
      roundness: isCurved ? { type: 2 } : null,
      startArrowhead: startHead,
      endArrowhead: endHead,
    })
    if (label.trim() !== '') this.#addLabel(`${id} text`, id, label, line, getMiddle(points))
  }

  /** A freehand stroke; pressures are 0 to 1. */
  addStroke(line: NewLine, pressures: readonly number[] | null): void {
    this.#addPoints(line.points, line, {
      type: 'freedraw',
      simulatePressure: pressures === null,
      pressures: pressures ?? [],
    })
  }

  getScene(): ForeignScene {
    return { elements: this.#elements, files: this.#files, background: null }
  }

  #addPoints(points: readonly Vec[], line: ElementStyle & { readonly id: string }, fields: object): void {
    const [start, xs, ys] = [points[0]!, points.map(({ x }) => x), points.map(({ y }) => y)]
    const getExtent = (values: readonly number[]): number =>
      values.reduce((most, value) => Math.max(most, value), -Infinity) -
      values.reduce((least, value) => Math.min(least, value), Infinity)
    this.#add({
      ...getOwn(line),
      ...getPaint(line),
      ...start,
      id: line.id,
      width: getExtent(xs),
      height: getExtent(ys),
      points: points.map(({ x, y }) => [x - start.x, y - start.y]),
      ...fields,
    })
  }

  #addLabel(id: string, containerId: string, text: string, style: LabelStyle, at: object): void {
    const styles = { textAlign: 'center', verticalAlign: 'middle', ...getText(style) }
    this.#add({ type: 'text', id, containerId, text, ...at, ...styles })
  }

  #add(fields: object): ForeignElement {
    const element = ForeignElement.parse(fields)
    this.#elements.push(element)
    return element
  }
}

const getBinding = (end: string | Vec, { x, y }: Vec) =>
  typeof end === 'string' ? { elementId: end, fixedPoint: [x, y] } : null

const getOwn = ({ groups = [], frame = null, opacity = 1, isLocked = false }: ElementStyle) => ({
  groupIds: [...groups],
  frameId: frame,
  opacity: opacity * 100,
  locked: isLocked,
})

const getPaint = (style: ElementStyle) => ({
  strokeColor: style.color,
  backgroundColor: style.fill,
  fillStyle: style.isHatched ? 'hachure' : 'solid',
  strokeWidth: style.strokeWidth ?? 2,
  strokeStyle: style.dash ?? 'solid',
  roughness: style.isHandDrawn ? 1 : 0,
})

const getText = ({ textColor, textSize = labelSize, font = 'sans', align, vertical }: LabelStyle) => ({
  strokeColor: textColor,
  fontFamily: fontFamilies[font],
  fontSize: textSize,
  lineHeight: null,
  ...(align && { textAlign: align }),
  ...(vertical && { verticalAlign: vertical }),
})

/** Where the label of a line stands: at the middle of its length. */
function getMiddle(points: readonly Vec[]): object {
  const lengths = points.slice(1).map((to, i) => Math.hypot(to.x - points[i]!.x, to.y - points[i]!.y))
  let rest = lengths.reduce((sum, length) => sum + length, 0) / 2
  for (const [i, length] of lengths.entries()) {
    if (rest <= length) {
      const share = length === 0 ? 0 : rest / length
      const [from, to] = [points[i]!, points[i + 1]!]
      return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share, width: 0, height: 0 }
    }
    rest -= length
  }
  return { ...points[0]!, width: 0, height: 0 }
}

/** Size of a box for a text, wide enough that no word has to be broken. */
export function measureBox(text: string, maxWidth = 260): { readonly w: number; readonly h: number } {
  const characterWidth = labelSize * 0.62
  const lines = text.split('\n').map((line) => [...line].length * characterWidth)
  const word = Math.max(0, ...text.split(/\s+/).map((each) => [...each].length * characterWidth))
  const inner = Math.max(word, Math.min(Math.max(...lines), maxWidth))
  const rows = lines.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / Math.max(1, inner * 0.9))), 0)
  return { w: Math.ceil(Math.max(80, inner + 36)), h: Math.ceil(Math.max(44, rows * labelSize * 1.5 + 24)) }
}
