import type { NewRecord } from '../../document/model/change.ts'
import type { ElementRecord } from '../../document/model/record.ts'
import { getPlainText, richTextFromPlain, type RichText } from '../../document/text/rich-text.ts'
import type { Fields, ShapeDefinition } from '../../shape.ts'
import { layoutText } from '../../text/layout.ts'
import type { BoardEdit } from '../board-view.ts'

/** Text becomes no smaller than this share of its size; where that is not enough, the box grows. */
const smallest = 0.5
/** A label may reach into the room that we leave between a text and its edge, page units of both sides together. */
const edgeRoom = 12
/** Smaller steps than this share nobody sees. */
const precision = 0.01
/** From this share on, the report mentions that text is smaller. */
const noticed = 0.97

export interface Fitted {
  readonly record: NewRecord
  /** Its text is visibly smaller than in the file. */
  readonly isShrunk: boolean
}

type View = Pick<BoardEdit, 'shapes' | 'scene'>
type Fit = NonNullable<NonNullable<ShapeDefinition['edit']>['fit']>

/**
 * A record with a text whose glyphs have other widths here than where it comes from. What was drawn keeps its size, since
 * lines, frames and neighbours were drawn for it: the text shrinks, down to half its size.
 */
export function fitImported({ shapes, scene }: View, record: NewRecord): Fitted {
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

  /** The largest share of the size at which the text stays within its box; null: not even the smallest does. */
  findShare(): number | null {
    let high = Math.min(1, this.#shareOfWords())
    if (this.#isInside(high)) return high
    let low = smallest
    if (high < low || !this.#isInside(low)) return null
    while (high - low > precision) {
      const middle = (low + high) / 2
      if (this.#isInside(middle)) low = middle
      else high = middle
    }
    return low
  }

  /** What follows from the text at this share of its size. */
  fit(share: number): Fields {
    return this.#fit(this.#sized(share), this.#scene.view)
  }

  /** The box of a shape stays; that of a text element is as large as its text, in the middle of the file's. */
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

  /** Nothing is drawn around it. */
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
    const look = { font, size, align, width: null }
    const widest = Math.max(
      0,
      ...[...new Set(this.#words().split(/\s+/))].map(
        (word) => layoutText(richTextFromPlain(word), look, this.#scene.view.measure).w,
      ),
    )
    return widest === 0 ? 1 : room.box.w / widest
  }
}

function omitBox({ x: _x, y: _y, w: _w, h: _h, ...rest }: Fields): Fields {
  return rest
}
