import { signal, type ReadonlySignal } from '@preact/signals-core'
import type { Node } from 'prosemirror-model'
import type { Fields } from '../document/change.ts'
import type { ElementRecord, RecordId } from '../document/record.ts'
import { isEmptyText, toRichText, type RichText } from '../document/rich-text.ts'
import type { TextSession } from '../replica/ports.ts'
import type { ShapeView, TextBox } from '../shape.ts'
import type { CaretPlace, TextFormat } from './text-types.ts'
import type { DrawnDocument } from './drawn.ts'
import type { BoardReplica } from './ports.ts'
import { isElement, type Shapes } from './relations.ts'

export type { TextChange } from '../replica/ports.ts'

export interface Typing {
  readonly id: RecordId
  readonly session: TextSession
  readonly caret: CaretPlace
}

/** What the text box on screen can be told. */
export interface TextControl {
  toggle(format: TextFormat): void
  /** Formats at the caret. */
  readonly formats: ReadonlySignal<ReadonlySet<TextFormat>>
}

export interface TextEditingParts {
  readonly replica: BoardReplica
  readonly drawn: DrawnDocument
  readonly shapes: Shapes
  readonly view: ShapeView
  /** Typing has ended and left nothing in an element that is nothing without text. */
  readonly onVanished: (id: RecordId) => void
}

/** Source of the sizes that follow from what is typed right now. */
const typingSource = ' typing'

/** Which text is being typed. The text box on screen shows the session; the canvas leaves that text out. */
export function createTextEditing({ replica, drawn, shapes, view, onVanished }: TextEditingParts) {
  const typing = signal<Typing | null>(null)
  const control = signal<TextControl | null>(null)

  const elementOf = (id: RecordId): ElementRecord | undefined => {
    const record = replica.document.get(id)
    return isElement(record, shapes) ? record : undefined
  }
  const withText = (record: ElementRecord, doc: Node): ElementRecord => ({ ...record, text: toRichText(doc) })
  const fitted = (id: RecordId, doc: Node): Fields => {
    const record = elementOf(id)
    return (record && shapes.get(record.kind)?.edit?.fit?.(withText(record, doc), view)) ?? {}
  }

  const stop = (): void => {
    const now = typing.peek()
    if (!now) return
    typing.value = null
    now.session.close()
    drawn.preview(typingSource, null)
    drawn.hideTextOf(null)
    const record = elementOf(now.id)
    if (!record) return
    const vanishes = shapes.get(record.kind)?.edit?.needsText === true
    if (vanishes && isEmptyText(record['text'] as RichText | null)) onVanished(now.id)
  }

  return {
    typing: typing as ReadonlySignal<Typing | null>,
    /** Set by the text box for as long as it is open. */
    control,
    canType(id: RecordId): boolean {
      const record = elementOf(id)
      return shapes.schema(record?.kind ?? '')?.facets.text === true && replica.mayChange(id) === undefined
    },
    start(id: RecordId, caret: CaretPlace = { type: 'end' }): boolean {
      if (typing.peek()?.id === id) return true
      stop()
      const session = replica.openText(id, { fieldsFor: (doc) => fitted(id, doc) })
      if (!session) return false
      drawn.hideTextOf(id)
      session.onRemote((change) => {
        if (change.type === 'removed') stop()
      })
      typing.value = { id, session, caret }
      return true
    },
    stop,
    /** The text box has new content: its element grows along at once, not only when typing is sent. */
    grow(): void {
      const now = typing.peek()
      if (!now) return
      const fields = fitted(now.id, now.session.doc)
      const none = Object.keys(fields).length === 0
      drawn.preview(typingSource, none ? null : [{ op: 'patch', id: now.id, fields }])
    },
    /** Where the text box stands for what it holds now; page units, before the element's turn. */
    boxOf(now: Typing): { readonly box: TextBox; readonly record: ElementRecord } | undefined {
      const stored = elementOf(now.id)
      const shape = stored && shapes.get(stored.kind)
      if (!stored || !shape?.edit?.textBox) return undefined
      const record = {
        ...withText(stored, now.session.doc),
        ...fitted(now.id, now.session.doc),
      }
      return { box: shape.edit.textBox(record, view), record }
    },
  }
}

export type TextEditing = ReturnType<typeof createTextEditing>
