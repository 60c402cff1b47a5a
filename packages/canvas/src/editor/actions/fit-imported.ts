import type { NewRecord } from '../../document/model/change.ts'
import type { ElementRecord } from '../../document/model/record.ts'
import { getPlainText, richTextFromPlain, type RichText } from '../../document/text/rich-text.ts'
import type { Fields, ShapeDefinition } from '../../shape.ts'
import { layoutText } from '../../text/layout.ts'
import type { BoardEdit } from '../board-view.ts'

/** Text is reduced to this share of its size at most; below that, the box grows instead. */
const smallest = 0.5
/** The smallest font size of a record. */
const leastSize = 2
/** Tolerated overlap of a label with the padding of its box, page units of both sides together. */
const edgeRoom = 12
/** Differences below this share are not visible. */
const precision = 0.01
/** Below this share, the report mentions the smaller text. */
const noticed = 0.97

export interface FitResult {
  readonly record: NewRecord
  /** The text is visibly smaller than in the file. */
  readonly isShrunk: boolean
}

type View = Pick<BoardEdit, 'shapes' | 'scene'>
type Fit = NonNullable<NonNullable<ShapeDefinition['edit']>['fit']>

/**
 * Fits the text of an imported record whose font has other metrics here. The element keeps its size, because
 * lines, frames and neighbours depend on it; the text shrinks, down to half its size.
 */
export function fitImported({ shapes, scene }: View, record: NewRecord): FitResult {
  const shape = record['text'] ? shapes.get(record.kind) : undefined
  if (!shape?.edit?.fit) return { record, isShrunk: false }
  const text = new ImportedText(shape, shape.edit.fit, { ...record, by: '', made: 0 } as ElementRecord, scene)
  const share = text.findShare()
  if (share === null) return { record: { ...record, ...text.fit(1) }, isShrunk: false }
  return { record: { ...record, ...text.getFields(share) }, isShrunk: share < noticed }
}

class ImportedText {
  readonly #shape: ShapeDefinition
  readonly #fit: Fit
  readonly #record: ElementRecord
  readonly #scene: View['scene']
  readonly #size: number

  constructor(shape: ShapeDefinition, fit: Fit, record: ElementRecord, scene: View['scene']) {
    this.#shape = shape
    this.#fit = fit
    this.#record = record
    this.#scene = scene
    this.#size = Number(record['size'])
  }

  /** The largest share of the font size at which the text fits its box; null if even the smallest does not. */
  findShare(): number | null {
    let high = Math.min(1, this.#shareOfWords())
    // A box without room for one character, or none inside its padding, has no share.
    if (high * this.#size >= leastSize && this.#isInside(high)) return high
    let low = smallest
    if (high < low || !this.#isInside(low)) return null
    while (high - low > precision) {
      const middle = (low + high) / 2
      if (this.#isInside(middle)) low = middle
      else high = middle
    }
    return low
  }

  /** Fields that follow from the text at this share of its font size. */
  fit(share: number): Fields {
    return this.#fit(this.#sized(share), this.#scene.view)
  }

  /** A shape keeps its box. A text element takes the size of its text, centred on the box in the file. */
  getFields(share: number): Fields {
    const { y, h, size } = this.#sized(share)
    if (!this.#isBare()) return { size, ...omitBox(this.fit(share)) }
    const box = this.fit(share)
    const [top, height] = [Number(box['y'] ?? y), Number(box['h'] ?? h)]
    return { size, ...box, y: this.#isOneLine() ? top + (h - height) / 2 : top }
  }

  #sized(share: number): ElementRecord & { readonly size: number } {
    return { ...this.#record, size: Math.round(this.#size * share * 100) / 100 }
  }

  /** Whether the element draws nothing around its text. */
  #isBare(): boolean {
    return this.#shape.edit?.needsText === true
  }

  #words(): string {
    return getPlainText(this.#record['text'] as RichText)
  }

  #isOneLine(): boolean {
    return !this.#words().includes('\n') && this.#record['wraps'] !== true
  }

  #isInside(share: number): boolean {
    const { w, h } = this.#record
    const fitted = this.fit(share)
    const [width, height] = [Number(fitted['w'] ?? w), Number(fitted['h'] ?? h)]
    const isLow = this.#isBare() ? this.#isOneLine() || height <= h + 0.5 : height <= h + edgeRoom
    return width <= w + 0.5 && isLow
  }

  /** The share at which the longest word is not broken. */
  #shareOfWords(): number {
    const room = this.#shape.edit?.textBox?.(this.#record, this.#scene.view)
    if (!room || room.grows) return 1
    const { font, size, align } = room
    const style = { font, size, align, width: null }
    const widest = Math.max(
      0,
      ...[...new Set(this.#words().split(/\s+/))].map(
        (word) => layoutText(richTextFromPlain(word), style, this.#scene.view.measure).w,
      ),
    )
    return widest === 0 ? 1 : room.box.w / widest
  }
}

function omitBox({ x: _x, y: _y, w: _w, h: _h, ...rest }: Fields): Fields {
  return rest
}
