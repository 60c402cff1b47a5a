import { signal, type ReadonlySignal } from '@preact/signals-core'
import type { Node } from 'prosemirror-model'
import type { Change, Fields } from '../../document/model/change.ts'
import type { ElementRecord, RecordId } from '../../document/model/record.ts'
import {
  getDocument,
  isEmptyText,
  parseRichText,
  toRichText,
  type RichText,
} from '../../document/text/rich-text.ts'
import type { TextSession } from '../../replica/ports.ts'
import type { ShapeView, TextBox } from '../../shape.ts'
import type { CaretPosition, TextFormat } from './text-types.ts'
import type { DrawnDocument } from '../view/drawn-document.ts'
import type { BoardReplica, DraftStore } from '../ports.ts'
import { isElement, type Shapes } from '../view/relations.ts'
import { firstDraft, proposedText, SuggestedText } from './suggested-text.ts'

export type { TextChange } from '../../replica/ports.ts'

export interface Typing {
  readonly id: RecordId
  readonly session: TextSession
  readonly caret: CaretPosition
  /** The session, where the text is typed only to suggest it. */
  readonly suggestion?: SuggestedText | undefined
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
  readonly now: () => number
  readonly canSuggestFor: (id: RecordId) => boolean
  readonly drafts: DraftStore | undefined
  /**
   * The text box of a suggestion has closed: `changes` are what it suggests, or null where it was discarded. False: it
   * could not be sent.
   */
  readonly onSuggested: (id: RecordId, changes: readonly Change[] | null) => boolean
  /** A text box has opened with what was typed before and not sent. */
  readonly onRestored: () => void
  /** Typing has ended and left nothing in an element that is nothing without text. */
  readonly onVanished: (id: RecordId) => void
}

/** Source of the sizes that follow from what is typed right now. */
const typingSource = ' typing'

/** Which text is being typed. The text box on screen shows the session; the canvas leaves that text out. */
export function createTextEditing(parts: TextEditingParts) {
  const { replica, drawn, shapes, view } = parts
  const typing = signal<Typing | null>(null)
  const control = signal<TextControl | null>(null)

  const getElement = (id: RecordId): ElementRecord | undefined => {
    const record = replica.document.get(id)
    return isElement(record, shapes) ? record : undefined
  }
  const withText = (record: ElementRecord, doc: Node): ElementRecord => ({ ...record, text: toRichText(doc) })
  const fitted = (id: RecordId, doc: Node): Fields => {
    const record = getElement(id)
    return (record && shapes.get(record.kind)?.edit?.fit?.(withText(record, doc), view)) ?? {}
  }

  const hasText = (id: RecordId): boolean => shapes.schema(getElement(id)?.kind ?? '')?.facets.text === true
  const canSuggest = (id: RecordId): boolean => hasText(id) && parts.canSuggestFor(id)
  const needsText = (record: ElementRecord): boolean => shapes.get(record.kind)?.edit?.needsText === true

  const openSession = (id: RecordId): Pick<Typing, 'session' | 'suggestion'> | undefined => {
    if (!canSuggest(id)) {
      const session = replica.openText(id, { getFields: (doc) => fitted(id, doc) })
      return session && { session }
    }
    const start = firstDraft(replica, id)
    const suggestion = new SuggestedText({
      start,
      draft: getDraft(id),
      target: id,
      document: replica.document,
      now: parts.now,
      onTyped: (doc) => parts.drafts?.set(id, doc.eq(start) ? null : toRichText(doc)),
    })
    return { session: suggestion, suggestion }
  }

  const getDraft = (id: RecordId): Node | undefined => {
    const kept = parseRichText(parts.drafts?.get(id))
    return kept && getDocument(kept)
  }

  /** Sent or discarded: only then is there nothing to keep any more. */
  const settle = (id: RecordId, changes: readonly Change[] | null): void => {
    if (parts.onSuggested(id, changes)) parts.drafts?.set(id, null)
  }

  const proposed = (id: RecordId, doc: Node): readonly Change[] => {
    const record = getElement(id)
    if (!record) return []
    if (needsText(record) && isEmptyText(toRichText(doc))) return [{ op: 'remove', ids: [id] }]
    const getFields = (text: Node): Fields =>
      Object.fromEntries(Object.entries(fitted(id, text)).filter(([name, value]) => record[name] !== value))
    return proposedText(replica, record, doc, getFields)
  }

  /** Closes the text box; answers what was typed in it. */
  const close = (): Typing | null => {
    const now = typing.peek()
    if (!now) return null
    typing.value = null
    now.session.close()
    drawn.preview(typingSource, null)
    drawn.hideText(null)
    return now
  }

  const stop = (): void => {
    const closed = close()
    if (!closed) return
    const { id, suggestion } = closed
    if (suggestion) {
      if (suggestion.isChanged) settle(id, proposed(id, suggestion.doc))
      return
    }
    const record = getElement(id)
    if (record && needsText(record) && isEmptyText(record['text'] as RichText | null)) parts.onVanished(id)
  }

  /** Closes the text box as Escape does: what was typed only to suggest it is dropped. */
  const cancel = (): void => {
    if (!typing.peek()?.suggestion) return stop()
    const closed = close()
    if (closed?.suggestion?.isChanged) settle(closed.id, null)
  }

  return {
    typing: typing as ReadonlySignal<Typing | null>,
    /** Set by the text box for as long as it is open. */
    control,
    canType: (id: RecordId): boolean => hasText(id) && replica.canChange(id) === undefined,
    canSuggest,
    /** Opens the text for typing or, where it may not be changed, for suggesting another one. */
    start(id: RecordId, caret: CaretPosition = { type: 'end' }): boolean {
      if (typing.peek()?.id === id) return true
      stop()
      const opened = openSession(id)
      if (!opened) return false
      drawn.hideText(id)
      opened.session.onRemote((change) => {
        if (change.type === 'removed') stop()
      })
      typing.value = { id, caret, ...opened }
      if (opened.suggestion?.isChanged) parts.onRestored()
      return true
    },
    stop,
    cancel,
    /** The text box has new content: its element grows along at once, not only when typing is sent. */
    grow(): void {
      const now = typing.peek()
      if (!now) return
      const fields = fitted(now.id, now.session.doc)
      const none = Object.keys(fields).length === 0
      drawn.preview(typingSource, none ? null : [{ op: 'patch', id: now.id, fields }])
    },
    /** Where the text box stands for what it holds now; page units, before the element's turn. */
    getBox(now: Typing): { readonly box: TextBox; readonly record: ElementRecord } | undefined {
      const stored = getElement(now.id)
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
