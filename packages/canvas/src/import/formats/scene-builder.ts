import { ForeignElement } from '../excalidraw/element.ts'
import type { ForeignScene } from '../excalidraw/read.ts'

export interface NewBox {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  readonly text: string
  /** CSS colour of the outline. */
  readonly color?: string | undefined
  readonly fill?: string | undefined
  readonly link?: string | null
  readonly frame?: string | null
  readonly isRound?: boolean
}

type Side = 'top' | 'right' | 'bottom' | 'left'

export interface NewArrow {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly fromSide?: Side | undefined
  readonly toSide?: Side | undefined
  readonly startHead?: 'arrow' | null
  readonly endHead?: 'arrow' | null
  readonly color?: string | undefined
  readonly label?: string
  readonly isElbow?: boolean
}

const sides: Readonly<Record<Side, readonly [number, number]>> = {
  top: [0.5, 0],
  right: [1, 0.5],
  bottom: [0.5, 1],
  left: [0, 0.5],
}
const middle = [0.5, 0.5] as const

export const labelSize = 16

/** Builds a scene from boxes and arrows of other formats. */
export class SceneBuilder {
  readonly #elements: ForeignElement[] = []
  readonly #boxes = new Map<string, Pick<NewBox, 'x' | 'y' | 'w' | 'h'>>()

  addBox(box: NewBox): void {
    const { id, x, y, w, h, text, color, fill, link = null, frame = null, isRound = true } = box
    this.#boxes.set(id, box)
    const shared = { x, y, width: w, height: h, frameId: frame, strokeColor: color }
    this.#add({
      ...shared,
      type: 'rectangle',
      id,
      backgroundColor: fill,
      fillStyle: 'solid',
      link,
      strokeWidth: 2,
      roundness: isRound ? { type: 3 } : null,
    })
    if (text.trim() !== '') this.#addLabel(`${id} text`, id, text, { ...shared, strokeColor: undefined })
  }

  addFrame(frame: Pick<NewBox, 'id' | 'x' | 'y' | 'w' | 'h'> & { readonly name: string }): void {
    const { id, x, y, w, h, name } = frame
    this.#boxes.set(id, frame)
    this.#add({ type: 'frame', id, x, y, width: w, height: h, name })
  }

  /** False if one of its ends does not exist. */
  addArrow(arrow: NewArrow): boolean {
    const { id, from, to, label = '', color, startHead = null, endHead = 'arrow', isElbow = false } = arrow
    const [source, target] = [this.#boxes.get(from), this.#boxes.get(to)]
    if (!source || !target) return false
    const [startAt, endAt] = [getSide(arrow.fromSide), getSide(arrow.toSide)]
    const start = { x: source.x + source.w * startAt[0], y: source.y + source.h * startAt[1] }
    const end = { x: target.x + target.w * endAt[0], y: target.y + target.h * endAt[1] }
    const [dx, dy] = [end.x - start.x, end.y - start.y]
    const bends = isElbow && dy !== 0 ? [[dx / 2, 0], [dx / 2, dy]] : [] // prettier-ignore
    this.#add({
      type: 'arrow',
      id,
      ...start,
      width: Math.abs(dx),
      height: Math.abs(dy),
      points: [[0, 0], ...bends, [dx, dy]],
      elbowed: isElbow,
      strokeColor: color,
      strokeWidth: 2,
      startArrowhead: startHead,
      endArrowhead: endHead,
      startBinding: { elementId: from, fixedPoint: startAt },
      endBinding: { elementId: to, fixedPoint: endAt },
    })
    const at = { x: start.x + dx / 2, y: start.y + dy / 2, width: 0, height: 0 }
    if (label.trim() !== '') this.#addLabel(`${id} text`, id, label, at)
    return true
  }

  getScene(): ForeignScene {
    return { elements: this.#elements, files: new Map(), background: null }
  }

  #addLabel(id: string, containerId: string, text: string, at: object): void {
    const styles = { fontFamily: 2, fontSize: labelSize, textAlign: 'center', verticalAlign: 'middle' }
    this.#add({ type: 'text', id, containerId, text, ...styles, ...at })
  }

  #add(element: object): void {
    this.#elements.push(ForeignElement.parse(element))
  }
}

function getSide(side: Side | undefined): readonly [number, number] {
  return side ? sides[side] : middle
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
