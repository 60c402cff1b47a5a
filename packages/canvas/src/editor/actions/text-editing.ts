import { signal, type ReadonlySignal } from '@preact/signals-core'
import type { Node } from 'prosemirror-model'
import type { Change, Fields } from '../../document/model/change.ts'
import type { RecordId } from '../../document/model/record.ts'
import { getDocument, parseRichText, toRichText } from '../../document/text/rich-text.ts'
import type { TextSession } from '../../replica/ports.ts'
import type { ShapeView } from '../../shape.ts'
import type { CaretPosition, TextFormat } from './text-types.ts'
import type { DrawnDocument } from '../view/drawn-document.ts'
import type { BoardReplica, DraftStore, TextCaret } from '../board-ports.ts'
import type { Shapes } from '../view/relations.ts'
import { getInitialText, SuggestedText } from './suggested-text.ts'
import { TextElements } from './text-elements.ts'

export type { TextChange } from '../../replica/ports.ts'

export interface TextEdit {
  readonly id: RecordId
  readonly session: TextSession
  readonly caret: CaretPosition
  /** The session, if the text is typed as a suggestion. */
  readonly suggestion?: SuggestedText | undefined
}

type OpenedSession = Pick<TextEdit, 'session' | 'suggestion'>

/** Commands that the open text box handles. */
export interface TextControl {
  toggle(format: TextFormat): void
  /** Formats at the caret. */
  readonly formats: ReadonlySignal<ReadonlySet<TextFormat>>
  /** The URL of the link at the caret; null outside of links. */
  readonly link: ReadonlySignal<string | null>
  /** Links the selection, or writes the URL; null removes the link. */
  setLink(href: string | null): void
  focus(): void
  /** Formats what was typed last, before the text box closes. */
  complete(): void
}

export interface TextEditingParts {
  readonly replica: BoardReplica
  readonly drawn: DrawnDocument
  readonly shapes: Shapes
  readonly view: ShapeView
  readonly now: () => number
  readonly canSuggestText: (id: RecordId) => boolean
  readonly drafts: DraftStore | undefined
  /**
   * The text box of a suggestion was closed. `changes` is the suggestion, or null if it was discarded. Returns
   * false if it could not be sent.
   */
  readonly onSuggested: (id: RecordId, changes: readonly Change[] | null) => boolean
  /** The text box was opened with an unsent draft. */
  readonly onRestored: () => void
  /** Editing ended with no text in an element that consists only of text. */
  readonly onEmptied: (id: RecordId) => void
}

/** Preview source for sizes that depend on the text being typed. */
const typingSource = ' typing'

/** Which text is being edited. The text box shows the session, and the canvas omits that text. */
export class TextEditing {
  /** Set by the text box while it is open. */
  readonly control = signal<TextControl | null>(null)
  readonly #parts: TextEditingParts
  readonly #elements: TextElements
  readonly #typing = signal<TextEdit | null>(null)
  readonly #caret = signal<TextCaret | null>(null)
  /** The caret in the text box, which may contain typing that others do not have yet. */
  #caretHere: TextCaret | null = null

  constructor(parts: TextEditingParts) {
    this.#parts = parts
    this.#elements = new TextElements(parts.replica, parts.shapes, parts.view)
  }

  get typing(): ReadonlySignal<TextEdit | null> {
    return this.#typing
  }

  /** The caret to show to others; null for suggestions, which they cannot see. */
  get caret(): ReadonlySignal<TextCaret | null> {
    return this.#caret
  }

  /** Called by the text box. The caret is shared with the text before it, not ahead of it. */
  setCaret(anchor: number, head: number): void {
    const now = this.#typing.peek()
    if (!now || now.suggestion) return
    this.#caretHere = { id: now.id, anchor, head }
    if (now.session.isSent) this.#shareCaret()
  }

  canType(id: RecordId): boolean {
    return this.#elements.hasText(id) && this.#parts.replica.canChange(id) === undefined
  }

  canSuggest(id: RecordId): boolean {
    return this.#elements.hasText(id) && this.#parts.canSuggestText(id)
  }

  /** Opens the text for editing or, if it cannot be changed, for a suggestion. */
  start(id: RecordId, caret: CaretPosition = { type: 'end' }): boolean {
    if (this.#typing.peek()?.id === id) return true
    this.stop()
    const opened = this.canSuggest(id) ? this.#openSuggestion(id) : this.#openSession(id)
    if (!opened) return false
    this.#parts.drawn.hideText(id)
    opened.session.onRemote((change) => {
      if (change.type === 'removed') this.stop()
    })
    this.#typing.value = { id, caret, ...opened }
    if (opened.suggestion?.isChanged) this.#parts.onRestored()
    return true
  }

  stop(): void {
    const closed = this.#close()
    if (!closed) return
    const { id, suggestion } = closed
    if (suggestion?.isChanged) this.#settle(id, this.#elements.propose(id, suggestion.doc))
    else if (!suggestion && this.#elements.isVoid(id)) this.#parts.onEmptied(id)
  }

  /** Closes the text box (Escape); an unsent suggestion is discarded. */
  cancel(): void {
    if (!this.#typing.peek()?.suggestion) return this.stop()
    const closed = this.#close()
    if (closed?.suggestion?.isChanged) this.#settle(closed.id, null)
  }

  /** Called when the content of the text box changes: the element grows at once, before the steps are sent. */
  grow(): void {
    const now = this.#typing.peek()
    if (!now) return
    const fields = this.#elements.fit(now.id, now.session.doc)
    const isNone = Object.keys(fields).length === 0
    this.#parts.drawn.preview(typingSource, isNone ? null : [{ op: 'patch', id: now.id, fields }])
  }

  /** Box of the text box for its current content; page units, before rotation. */
  getBox({ id, session }: TextEdit): ReturnType<TextElements['getBox']> {
    return this.#elements.getBox(id, session.doc)
  }

  #openSession(id: RecordId): OpenedSession | undefined {
    const getFields = (doc: Node): Fields => this.#elements.fit(id, doc)
    const session = this.#parts.replica.openText(id, { getFields, onSent: () => this.#shareCaret() })
    return session && { session }
  }

  #openSuggestion(id: RecordId): OpenedSession {
    const { replica, drafts, now } = this.#parts
    const start = getInitialText(replica, id)
    const saved = parseRichText(drafts?.get(id))
    const suggestion = new SuggestedText({
      start,
      draft: saved && getDocument(saved),
      target: id,
      document: replica.document,
      now,
      onTyped: (doc) => drafts?.set(id, doc.eq(start) ? null : toRichText(doc)),
    })
    return { session: suggestion, suggestion }
  }

  #shareCaret(): void {
    this.#caret.value = this.#caretHere
  }

  /** The draft is removed only after it was sent or discarded. */
  #settle(id: RecordId, changes: readonly Change[] | null): void {
    if (this.#parts.onSuggested(id, changes)) this.#parts.drafts?.set(id, null)
  }

  /** Closes the text box and returns its content. */
  #close(): TextEdit | null {
    const now = this.#typing.peek()
    if (!now) return null
    this.control.peek()?.complete()
    this.#typing.value = null
    now.session.close()
    this.#caretHere = null
    this.#shareCaret()
    this.#parts.drawn.preview(typingSource, null)
    this.#parts.drawn.hideText(null)
    return now
  }
}
