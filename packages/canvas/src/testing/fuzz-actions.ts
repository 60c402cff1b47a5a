import { type Node, Slice, Fragment } from 'prosemirror-model'
import { AddMarkStep, ReplaceStep, type Step } from 'prosemirror-transform'
import type { Change, NewRecord } from '../document/model/change.ts'
import { isSuggestion } from '../document/kinds/suggestion.ts'
import { createKeyBetween, type Random } from '../document/model/order-keys.ts'
import type { BoardRecord, RecordId } from '../document/model/record.ts'
import { richTextFromPlain, textSchema } from '../document/text/rich-text.ts'
import { encodePiece } from '../document/model/stroke-points.ts'
import { acceptChanges } from '../history/suggestion-changes.ts'
import { readKinds } from '../document/kinds/kinds.ts'
import { testSchemas } from './test-kinds.ts'
import type { FuzzClient } from './fuzz-client.ts'

const ELEMENTS = ['box', 'box', 'box', 'arrow', 'ink', 'frame']
const CONTAINERS: ReadonlySet<string> = new Set(['page', 'frame', 'group'])

const kinds = readKinds(testSchemas)

/** Random user actions on a board. */
export class FuzzActions {
  readonly #client: FuzzClient
  readonly #random: Random
  #made = 0
  #mark = 'm0'

  constructor(client: FuzzClient, random: Random) {
    this.#client = client
    this.#random = random
  }

  act(): void {
    if (this.#random() < 0.7) this.#mark = `m${this.#made++}`
    const actions: readonly (readonly [number, () => void])[] = [
      [6, () => this.#create()],
      [6, () => this.#patch()],
      [3, () => this.#reorder()],
      [3, () => this.#remove()],
      [3, () => this.#reparent()],
      [2, () => this.#group()],
      [3, () => this.#bind()],
      [2, () => this.#draw()],
      [6, () => this.#type()],
      [4, () => this.#client.undo()],
      [2, () => this.#client.redo()],
      [1, () => this.#lock()],
      [1, () => this.#page()],
      [1, () => this.#frameRole()],
      [2, () => this.#suggest()],
      [1, () => this.#decide()],
      [0.3, () => this.#many()],
    ]
    const total = actions.reduce((sum, [weight]) => sum + weight, 0)
    let left = this.#random() * total
    for (const [weight, act] of actions) {
      left -= weight
      if (left < 0) return act()
    }
  }

  get #records(): BoardRecord[] {
    const { document } = this.#client.replica
    return [...document.ids()].flatMap((id) => document.get(id) ?? [])
  }

  #pick(accept: (record: BoardRecord) => boolean): BoardRecord | undefined {
    const fitting = this.#records.filter(accept).sort((a, b) => (a.id < b.id ? -1 : 1))
    return fitting[Math.floor(this.#random() * fitting.length)]
  }

  #element(): BoardRecord | undefined {
    return this.#pick((record) => typeof record['x'] === 'number')
  }

  #id(): RecordId {
    this.#made += 1
    return `${this.#client.uid}_${this.#made}_${Math.floor(this.#random() * 1e9).toString(36)}`
  }

  #key(parent: RecordId | null): string {
    const { document } = this.#client.replica
    const siblings = document.childIds(parent)
    const at = Math.floor(this.#random() * (siblings.length + 1))
    const key = (i: number): string | null => document.get(siblings[i] ?? '')?.z ?? null
    return createKeyBetween(key(at - 1), key(at), this.#random)
  }

  #edit(...changes: readonly Change[]): void {
    this.#client.edit(changes, this.#mark)
  }

  #position(): { x: number; y: number; w: number; h: number; r: number } {
    const number = (): number => Math.round(this.#random() * 4_000) / 4
    return { x: number(), y: number(), w: number(), h: number(), r: 0 }
  }

  #newRecord(kind: string, parent: RecordId): NewRecord {
    const text =
      kind === 'box' && this.#random() < 0.5 ? { text: richTextFromPlain('first line\nsecond') } : {}
    return { id: this.#id(), kind, parent, z: this.#key(parent), ...this.#position(), ...text }
  }

  #create(): void {
    const parent = this.#pick(({ kind }) => CONTAINERS.has(kind))
    if (!parent) return
    const kind = ELEMENTS[Math.floor(this.#random() * ELEMENTS.length)] ?? 'box'
    this.#edit({ op: 'put', record: this.#newRecord(kind, parent.id) })
  }

  #patch(): void {
    const some = [this.#element(), this.#element()].flatMap((record) => record ?? [])
    const field = (): Readonly<Record<string, unknown>> =>
      this.#random() < 0.5 ? { x: Math.floor(this.#random() * 100) } : { y: this.#random() * 100, w: 3 }
    this.#edit(...some.map(({ id }): Change => ({ op: 'patch', id, fields: field() })))
    const box = this.#pick(({ kind }) => kind === 'box')
    const tag = this.#random() < 0.3 ? null : `t${Math.floor(this.#random() * 9)}`
    if (box) this.#edit({ op: 'patch', id: box.id, fields: { tag } })
  }

  #reorder(): void {
    const record = this.#element()
    if (record) this.#edit({ op: 'patch', id: record.id, fields: { z: this.#key(record.parent) } })
  }

  #remove(): void {
    const some = [this.#element(), this.#pick(({ kind }) => kind !== 'page')].flatMap(
      (record) => record ?? [],
    )
    if (some.length > 0) this.#edit({ op: 'remove', ids: [...new Set(some.map(({ id }) => id))] })
  }

  #reparent(): void {
    const record = this.#pick(({ kind }) => kind !== 'page' && kind !== 'binding')
    const parent = this.#pick(({ kind }) => CONTAINERS.has(kind))
    if (!record || !parent) return
    const fields = { parent: parent.id, z: this.#key(parent.id) }
    this.#edit({ op: 'patch', id: record.id, fields })
  }

  #group(): void {
    const record = this.#element()
    if (!record?.parent) return
    const id = this.#id()
    const siblings = this.#records.filter(({ parent }) => parent === record.parent).slice(0, 3)
    this.#edit(
      { op: 'put', record: { id, kind: 'group', parent: record.parent, z: this.#key(record.parent) } },
      ...siblings.map((sibling): Change => ({ op: 'patch', id: sibling.id, fields: { parent: id } })),
    )
  }

  #bind(): void {
    const arrow = this.#pick(({ kind }) => kind === 'arrow')
    const target = this.#pick(({ kind }) => kind === 'box' || kind === 'frame')
    if (!arrow || !target) return
    const end = this.#random() < 0.5 ? 'start' : 'end'
    const fields = { end, target: target.id, u: 0.5, v: this.#random() }
    this.#edit({
      op: 'put',
      record: { id: this.#id(), kind: 'binding', parent: arrow.id, z: 'V', ...fields },
    })
  }

  #draw(): void {
    const ink = this.#pick(({ kind, by }) => kind === 'ink' && by === this.#client.uid)
    if (!ink) return
    const points = [1, 2, 3].map((i) => ({ x: i * this.#random() * 9, y: i, pressure: this.#random() }))
    const n = this.#client.replica.document.pieces(ink.id).length
    this.#edit({ op: 'append', id: ink.id, n, piece: encodePiece(points), last: this.#random() < 0.2 })
  }

  #type(): void {
    const client = this.#client
    if (!client.session || this.#random() < 0.3) {
      const box = this.#pick(({ kind }) => kind === 'box')
      if (!box || !client.type(box.id)) return
    }
    for (let i = 0; i < 3; i++) {
      const { session } = client
      if (!session) return
      const step = this.#step(session.doc)
      if (step && session.apply([step])) client.box = session.doc
    }
    if (this.#random() < 0.4) client.session?.flush()
  }

  #step(doc: Node): Step | undefined {
    const positions: number[] = []
    doc.descendants((node, at) => {
      if (node.isTextblock) for (let i = 0; i <= node.content.size; i++) positions.push(at + 1 + i)
    })
    const from = positions[Math.floor(this.#random() * positions.length)] ?? 1
    const roll = this.#random()
    if (roll < 0.5) return new ReplaceStep(from, from, slice(textSchema.text(this.#word())))
    const to = positions.filter((position) => position > from)[Math.floor(this.#random() * 6)] ?? from
    if (roll < 0.75) return from === to ? undefined : new ReplaceStep(from, to, Slice.empty)
    if (roll < 0.85) return splitStep(from)
    return from === to ? undefined : new AddMarkStep(from, to, textSchema.mark('bold'))
  }

  #word(): string {
    const characters = 'abcdefghij'
    return `${this.#client.uid}${characters[Math.floor(this.#random() * characters.length)] ?? ''}`
  }

  #lock(): void {
    const record = this.#element()
    if (record)
      this.#edit({ op: 'patch', id: record.id, fields: { lock: this.#random() < 0.7 ? null : 'editor' } })
  }

  #page(): void {
    const page = this.#random() < 0.4 ? this.#pick(({ kind }) => kind === 'page') : undefined
    if (page) this.#edit({ op: 'remove', ids: [page.id] })
    else this.#edit({ op: 'put', record: { id: this.#id(), kind: 'page', parent: null, z: this.#key(null) } })
  }

  #frameRole(): void {
    const frame = this.#pick(({ kind }) => kind === 'frame')
    const role = this.#random() < 0.6 ? null : this.#random() < 0.5 ? 'viewer' : 'contributor'
    if (frame) this.#edit({ op: 'patch', id: frame.id, fields: { role } })
  }

  #suggest(): void {
    const target = this.#element()
    const page = this.#pick(({ kind }) => kind === 'page')
    if (!target || !page) return
    const { id, z } = { id: this.#id(), z: 'V' }
    const proposal =
      this.#random() < 0.3 ? { action: 'remove', fields: {} } : { action: 'change', fields: { x: 7 } }
    const record = { id, kind: 'suggestion', parent: page.id, z, target: target.id, ...proposal }
    this.#edit({ op: 'put', record })
  }

  #decide(): void {
    const suggestion = this.#pick(isSuggestion)
    if (!isSuggestion(suggestion)) return
    const { document } = this.#client.replica
    const accepted = acceptChanges(document, kinds, suggestion)
    this.#edit(...(this.#random() < 0.7 && accepted ? accepted : [remove(suggestion.id)]))
  }

  /** Enough records for a large move. */
  #many(): void {
    const page = this.#pick(({ kind }) => kind === 'page')
    if (!page) return
    const ids = this.#records.filter(({ kind }) => kind === 'box').map(({ id }) => id)
    if (ids.length > 256) return this.#edit({ op: 'translate', ids, dx: 10, dy: -5 })
    const records = Array.from({ length: 260 }, () => this.#newRecord('box', page.id))
    this.#edit(...records.map((record): Change => ({ op: 'put', record })))
  }
}

function remove(id: RecordId): Change {
  return { op: 'remove', ids: [id] }
}

function slice(node: Node): Slice {
  return new Slice(Fragment.from(node), 0, 0)
}

function splitStep(at: number): Step {
  const halves = [textSchema.node('paragraph'), textSchema.node('paragraph')]
  return new ReplaceStep(at, at, new Slice(Fragment.from(halves), 1, 1))
}
