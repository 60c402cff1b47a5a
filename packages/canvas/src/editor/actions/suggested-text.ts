import type { Node } from 'prosemirror-model'
import type { Step } from 'prosemirror-transform'
import type { Change, Fields } from '../../document/model/change.ts'
import { MAX_SUGGESTION_BYTES } from '../../document/model/limits.ts'
import type { BoardRecord, ElementRecord, LiveDocument, RecordId } from '../../document/model/record.ts'
import { getDocument, type RichText, toRichText } from '../../document/text/rich-text.ts'
import { findOwnSuggestion } from '../../document/rules/suggestions.ts'
import { applySteps } from '../../document/text/text-steps.ts'
import type { RotatedBox } from '../../geometry/box.ts'
import type { TextChange, TextSession } from '../../replica/ports.ts'
import type { BoardReplica } from '../board-ports.ts'
import type { Scene } from '../view/scene.ts'

/** A pause this long ends an undo step. */
const PAUSE_MS = 1_000
/** Bytes reserved for the other fields of the suggestion. */
const RESERVED_BYTES = 4_096

export interface SuggestedTextParts {
  readonly start: Node
  /** An earlier unsent draft. */
  readonly draft: Node | undefined
  readonly target: RecordId
  readonly document: LiveDocument
  readonly now: () => number
  readonly onTyped: (doc: Node) => void
}

/** A text typed as a suggestion. It is local until it is sent, so it has an undo history of its own. */
export class SuggestedText implements TextSession {
  readonly isSent = true
  readonly #start: Node
  readonly #now: () => number
  readonly #onTyped: (doc: Node) => void
  readonly #stopObserving: () => void
  readonly #listeners = new Set<(change: TextChange) => void>()
  /** The inverse steps of each undo step. */
  readonly #undo: (readonly Step[])[] = []
  readonly #redo: (readonly Step[])[] = []
  #doc: Node
  #typedAt = -Infinity

  constructor({ start, draft, target, document, now, onTyped }: SuggestedTextParts) {
    this.#start = start
    this.#doc = draft ?? start
    this.#now = now
    this.#onTyped = onTyped
    this.#stopObserving = document.observe(({ ids, whole }) => {
      if ((whole || ids.has(target)) && !document.get(target)) this.#emit({ type: 'removed' })
    })
  }

  get doc(): Node {
    return this.#doc
  }

  get isChanged(): boolean {
    return !this.#doc.eq(this.#start)
  }

  apply(steps: readonly Step[]): boolean {
    const { doc, steps: applied, inverted } = applySteps(this.#doc, steps)
    if (applied.length < steps.length || isTooLarge(doc)) return false
    const now = this.#now()
    const earlier = now - this.#typedAt > PAUSE_MS ? [] : (this.#undo.pop() ?? [])
    this.#undo.push([...inverted, ...earlier])
    this.#redo.length = 0
    this.#typedAt = now
    this.#doc = doc
    this.#onTyped(doc)
    return true
  }

  undo(): void {
    this.#step(this.#undo, this.#redo)
  }

  redo(): void {
    this.#step(this.#redo, this.#undo)
  }

  flush(): void {
    // Nothing is sent before the text box closes.
  }

  onRemote(listener: (change: TextChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    this.#stopObserving()
    this.#listeners.clear()
  }

  #step(from: (readonly Step[])[], to: (readonly Step[])[]): void {
    const steps = from.pop()
    if (!steps) return
    const { doc, inverted } = applySteps(this.#doc, steps)
    to.push(inverted)
    this.#typedAt = -Infinity
    this.#doc = doc
    this.#onTyped(doc)
    this.#emit({ type: 'steps', steps, mirrors: [] })
  }

  #emit(change: TextChange): void {
    for (const listener of [...this.#listeners]) listener(change)
  }
}

function isTooLarge(doc: Node): boolean {
  const { length } = new TextEncoder().encode(JSON.stringify(doc.toJSON()))
  return length > MAX_SUGGESTION_BYTES - RESERVED_BYTES
}

type Suggesting = Pick<BoardReplica, 'document' | 'actor'>

/** Initial content of the text box: the user's open suggestion, else the text on the board. */
export function getInitialText({ document, actor }: Suggesting, id: RecordId): Node {
  const earlier = findOwnSuggestion(document, id, actor.peek().uid)?.fields['text']
  return getDocument(
    (earlier === undefined ? (document.get(id)?.['text'] ?? null) : earlier) as RichText | null,
  )
}

/**
 * The changes that suggest this text, with the element size that it needs. `getFields` returns the fields that
 * depend on a text.
 */
export function createTextSuggestion(
  replica: Suggesting,
  record: ElementRecord,
  doc: Node,
  getFields: (doc: Node) => Fields,
): readonly Change[] {
  const { id } = record
  const present = (record['text'] ?? null) as RichText | null
  const outdated = Object.keys(getFields(getInitialText(replica, id)))
  const sizes = Object.fromEntries(outdated.map((name) => [name, record[name] ?? null]))
  const isPresent = doc.eq(getDocument(present))
  const proposed = isPresent ? { text: present } : { text: toRichText(doc), ...getFields(doc) }
  return [{ op: 'patch', id, fields: { ...sizes, ...proposed } }]
}

/** Box of the element for which a text is suggested; page units, before rotation. */
export function getSuggestionBox(
  scene: Pick<Scene, 'getBounds'>,
  record: BoardRecord | undefined,
): RotatedBox | null {
  if (!record) return null
  const { x, y, w, h, r } = record
  if ([x, y, w, h, r].every((value) => typeof value === 'number')) return { x, y, w, h, r } as RotatedBox
  const bounds = scene.getBounds(record.id)
  return bounds ? { ...bounds, r: 0 } : null
}
