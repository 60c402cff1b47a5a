import type { Node } from 'prosemirror-model'
import type { Change, Fields } from '../../document/model/change.ts'
import type { ElementRecord, RecordId } from '../../document/model/record.ts'
import { isEmptyText, toRichText, type RichText } from '../../document/text/rich-text.ts'
import type { ShapeView, TextBox } from '../../shape.ts'
import type { BoardReplica } from '../board-ports.ts'
import { isElement, type Shapes } from '../view/relations.ts'
import { createTextSuggestion } from './suggested-text.ts'

/** How a text affects its element: size, text box, and whether the element is kept. */
export class TextElements {
  readonly #replica: BoardReplica
  readonly #shapes: Shapes
  readonly #view: ShapeView

  constructor(replica: BoardReplica, shapes: Shapes, view: ShapeView) {
    this.#replica = replica
    this.#shapes = shapes
    this.#view = view
  }

  hasText(id: RecordId): boolean {
    return this.#shapes.schema(this.#get(id)?.kind ?? '')?.facets.text === true
  }

  /** Whether the element consists only of text and has none. */
  isVoid(id: RecordId): boolean {
    const record = this.#get(id)
    return record !== undefined && this.#needsText(record) && isEmptyText(record['text'] as RichText | null)
  }

  /** Fields that depend on the text. */
  fit(id: RecordId, doc: Node): Fields {
    const record = this.#get(id)
    return (record && this.#shapes.get(record.kind)?.edit?.fit?.(withText(record, doc), this.#view)) ?? {}
  }

  /** Changes that set this text. */
  propose(id: RecordId, doc: Node): readonly Change[] {
    const record = this.#get(id)
    if (!record) return []
    if (this.#needsText(record) && isEmptyText(toRichText(doc))) return [{ op: 'remove', ids: [id] }]
    const getFields = (text: Node): Fields =>
      Object.fromEntries(Object.entries(this.fit(id, text)).filter(([name, value]) => record[name] !== value))
    return createTextSuggestion(this.#replica, record, doc, getFields)
  }

  /** Box of the text box for this text; page units, before rotation. */
  getBox(id: RecordId, doc: Node): { readonly box: TextBox; readonly record: ElementRecord } | undefined {
    const stored = this.#get(id)
    const textBox = stored && this.#shapes.get(stored.kind)?.edit?.textBox
    if (!stored || !textBox) return undefined
    const record = { ...withText(stored, doc), ...this.fit(id, doc) }
    return { box: textBox(record, this.#view), record }
  }

  #get(id: RecordId): ElementRecord | undefined {
    const record = this.#replica.document.get(id)
    return isElement(record, this.#shapes) ? record : undefined
  }

  #needsText(record: ElementRecord): boolean {
    return this.#shapes.get(record.kind)?.edit?.needsText === true
  }
}

function withText(record: ElementRecord, doc: Node): ElementRecord {
  return { ...record, text: toRichText(doc) }
}
