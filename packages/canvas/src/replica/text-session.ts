import type { Node } from 'prosemirror-model'
import { Mapping, type Step } from 'prosemirror-transform'
import type { Change, Refusal } from '../document/model/change.ts'
import type { LiveDocument, RecordId } from '../document/model/record.ts'
import { getDocument, type RichText } from '../document/text/rich-text.ts'
import type { TextEntry } from '../document/text/text-log.ts'
import { afterStep, applySteps, rebaseOver, stepsToJson, tryStep } from '../document/text/text-steps.ts'
import type { ReplicaClock, TextChange, TextSession, TextSessionOptions } from './ports.ts'

const FLUSH_MS = 150
/** A pause this long ends an undo step. */
const PAUSE_MS = 1_000

/** What a session needs from its replica. */
export interface TextSessionHost {
  readonly document: LiveDocument
  readonly clock: ReplicaClock
  /** Text entries of the record in the order in which they are applied on screen. */
  entries(id: RecordId): readonly TextEntry[]
  canChange(id: RecordId): Refusal | undefined
  edit(changes: readonly Change[], mark: string): Refusal | undefined
  freshMark(): string
}

/** Synchronizes one text box with the board; they differ at most by the unsent steps of the last 150 ms. */
export class BoardTextSession implements TextSession {
  readonly #ground: TextSessionHost
  readonly #id: RecordId
  readonly #options: TextSessionOptions
  readonly #listeners = new Set<(change: TextChange) => void>()
  readonly #unobserve: () => void
  readonly #onClose: () => void
  #shown: Node
  #seen: readonly TextEntry[]
  #unsent: Step[] = []
  /** Inverse of the unsent steps, in order of application. */
  #back: Step[] = []
  #local: Node
  #mark = ''
  #typedAt = -Infinity
  #stopTimer: (() => void) | undefined
  #isFlushing = false

  constructor(ground: TextSessionHost, id: RecordId, options: TextSessionOptions, onClose: () => void) {
    this.#ground = ground
    this.#id = id
    this.#options = options
    this.#onClose = onClose
    this.#shown = this.#read() ?? getDocument(null)
    this.#local = this.#shown
    this.#seen = [...ground.entries(id)]
    this.#unobserve = ground.document.observe(({ ids, whole }) => {
      if ((whole || ids.has(id)) && !this.#isFlushing) this.#catchUp()
    })
  }

  get doc(): Node {
    return this.#local
  }

  get isSent(): boolean {
    return this.#unsent.length === 0
  }

  apply(steps: readonly Step[]): boolean {
    if (this.#ground.canChange(this.#id)) return false
    const now = this.#ground.clock.now()
    if (now - this.#typedAt > PAUSE_MS) {
      this.flush()
      this.#mark = this.#ground.freshMark()
    }
    this.#typedAt = now
    let doc = this.#local
    const back: Step[] = []
    for (const step of steps) {
      const next = tryStep(doc, step)
      if (!next) return false
      back.unshift(step.invert(doc))
      doc = next
    }
    this.#local = doc
    this.#unsent.push(...steps)
    this.#back.unshift(...back)
    this.#stopTimer ??= this.#ground.clock.after(FLUSH_MS, () => this.flush())
    return true
  }

  flush(): void {
    this.#stopTimer?.()
    this.#stopTimer = undefined
    if (this.#unsent.length === 0) return
    const fields = this.#options.getFields?.(this.#local) ?? {}
    const changes: Change[] = [{ op: 'text', id: this.#id, steps: stepsToJson(this.#unsent) }]
    if (Object.keys(fields).length > 0) changes.push({ op: 'patch', id: this.#id, fields })
    this.#isFlushing = true
    this.#unsent = []
    this.#back = []
    try {
      this.#ground.edit(changes, this.#mark)
    } finally {
      this.#isFlushing = false
    }
    this.#settle()
    this.#options.onSent?.()
  }

  onRemote(listener: (change: TextChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): void {
    this.flush()
    this.#unobserve()
    this.#listeners.clear()
    this.#onClose()
  }

  /** After an own edit: the board shows the same text, or the edit was refused. */
  #settle(): void {
    const doc = this.#read()
    this.#seen = [...this.#ground.entries(this.#id)]
    if (!doc) return this.#announce({ type: 'removed' })
    this.#shown = doc
    if (doc.eq(this.#local)) return
    this.#local = doc
    this.#announce({ type: 'replaced' })
  }

  #catchUp(): void {
    const doc = this.#read()
    if (!doc) return this.#announce({ type: 'removed' })
    const entries = [...this.#ground.entries(this.#id)]
    const change = this.#stepsTo(doc, entries)
    this.#seen = entries
    this.#shown = doc
    if (change === 'same') return
    if (change) {
      this.#announce(change)
      return
    }
    // Positions are lost; the steps are reapplied as far as they fit, so that no typing is lost.
    const again = applySteps(doc, this.#unsent)
    this.#unsent = [...again.steps]
    this.#back = [...again.inverted]
    this.#local = again.doc
    this.#announce({ type: 'replaced' })
  }

  /** Steps from the text box's content to the board's new text; undefined if the log does not contain them. */
  #stepsTo(doc: Node, entries: readonly TextEntry[]): TextChange | 'same' | undefined {
    let shared = 0
    while (shared < entries.length && isSame(this.#seen[shared], entries[shared])) shared++
    const old = this.#seen.slice(shared)
    const fresh = entries.slice(shared)
    if (old.length + fresh.length === 0) return doc.eq(this.#shown) ? 'same' : undefined
    const path = new Path()
    for (const step of this.#back) path.add(step)
    const positions = new Map<string, { readonly from: number; readonly count: number }>()
    for (const entry of old.toReversed()) {
      positions.set(entry.edit, { from: path.steps.length, count: entry.inverted.length })
      for (const step of entry.inverted) path.add(step)
    }
    for (const entry of fresh) {
      const position = positions.get(entry.edit)
      const isPair = position?.count === entry.steps.length
      entry.steps.forEach((step, i) =>
        path.add(step, isPair ? position.from + position.count - 1 - i : undefined),
      )
    }
    return this.#replayUnsent(path, doc)
  }

  #replayUnsent(path: Path, doc: Node): TextChange | undefined {
    const over = path.mappingAfter(this.#back.length)
    const group = { seq: Infinity, steps: this.#unsent }
    const rebased = rebaseOver([group], over)[0]?.steps ?? []
    const own = applySteps(doc, rebased)
    const isPaired = own.steps.length === this.#unsent.length
    own.steps.forEach((step, i) => path.add(step, isPaired ? this.#back.length - 1 - i : undefined))
    const reached = path.follow(this.#local)
    if (!reached?.eq(own.doc)) return undefined
    this.#unsent = [...own.steps]
    this.#back = [...own.inverted]
    this.#local = own.doc
    return { type: 'steps', steps: path.steps, mirrors: path.mirrors }
  }

  #read(): Node | undefined {
    const record = this.#ground.document.get(this.#id)
    return record && getDocument((record['text'] ?? null) as RichText | null)
  }

  #announce(change: TextChange): void {
    for (const listener of [...this.#listeners]) listener(change)
  }
}

/** Own steps return from the server with a number, otherwise unchanged. */
function isSame(a: TextEntry | undefined, b: TextEntry | undefined): boolean {
  if (!a || !b || a.edit !== b.edit || a.steps.length !== b.steps.length) return false
  return a.steps === b.steps || JSON.stringify(stepsToJson(a.steps)) === JSON.stringify(stepsToJson(b.steps))
}

class Path {
  readonly steps: Step[] = []
  readonly mirrors: [number, number][] = []

  add(step: Step, mirror?: number): void {
    if (mirror !== undefined) this.mirrors.push([mirror, this.steps.length])
    this.steps.push(step)
  }

  /** The mapping of the steps from this one on, with mirrors. */
  mappingAfter(from: number): Mapping {
    const mapping = new Mapping()
    this.steps.slice(from).forEach((step, i) => {
      const pair = this.mirrors.find(([, later]) => later === from + i)
      if (pair && pair[0] >= from) mapping.appendMap(step.getMap(), pair[0] - from)
      else mapping.appendMap(step.getMap())
    })
    return mapping
  }

  /** The document after the steps; undefined if one does not fit. */
  follow(doc: Node): Node | undefined {
    let at: Node | undefined = doc
    for (const step of this.steps) at = at && afterStep(at, step)
    return at
  }
}
