import { signal } from '@preact/signals-core'
import type { Node } from 'prosemirror-model'
import { Transform } from 'prosemirror-transform'
import { commands } from '../commands/index.ts'
import type { Ability, Change } from '../document/model/change.ts'
import { readKinds } from '../document/kinds/kinds.ts'
import type { ElementRecord, RecordId } from '../document/model/record.ts'
import { getPlainText, textSchema, type RichText } from '../document/text/rich-text.ts'
import type { BoardEvent } from '../editor/board-event.ts'
import type { HostRequest } from '../editor/board-view.ts'
import { createEditor, type Editor } from '../editor/editor.ts'
import type { Modifiers, PointerDevice, RawPointer } from '../editor/input-events.ts'
import type {
  ClipboardContent,
  Person,
  PresenceState,
  DraftStore,
  StyleStore,
} from '../editor/board-ports.ts'
import { isElement, withDescendants } from '../editor/view/relations.ts'
import { suggestEdit } from '../history/suggestion-changes.ts'
import type { Replica } from '../replica/ports.ts'
import type { MeasureText } from '../shape.ts'
import { shapes } from '../shapes/index.ts'
import { styleNames } from '../shapes/shared/style.ts'
import { halfWidths } from '../text/testing.ts'
import { editorDefaults, tools } from '../tools/index.ts'
import { BoardRoom, boardKinds } from './board-room.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'
import { seededRandom } from './random.ts'

export interface DriverOptions {
  /** Default: true, as for a new person. */
  readonly typeToEdit?: boolean
  readonly role?: Ability
  readonly uid?: string
  readonly seed?: number
  /** Joins an existing room. */
  readonly room?: BoardRoom
  readonly drafts?: DraftStore
  readonly styleStore?: StyleStore
  readonly frameTitle?: (number: number) => string
  /** Default: half of the font size for each character. */
  readonly measure?: MeasureText
}

type Keys = Partial<Modifiers>
type Point = readonly [x: number, y: number]

/**
 * Drives an editor without a DOM: presses, moves, types, waits. The view has 1,000 by 800 CSS pixels, with one
 * page unit per CSS pixel until zoomed.
 */
export class BoardDriver {
  readonly room: BoardRoom
  readonly clock: FakeClock = createFakeClock()
  readonly replica: Replica
  readonly editor: Editor
  readonly events: BoardEvent[] = []
  readonly requests: HostRequest[] = []
  /** Presence updates that other users would receive. */
  readonly shown: PresenceState[] = []
  readonly previews: (readonly Change[] | null)[] = []
  readonly people = signal<readonly Person[]>([])
  clipboard: ClipboardContent = { html: '', text: '', files: [] }
  uploads = 0
  #at: Point = [0, 0]
  #held: Modifiers = { shift: false, alt: false, mod: false }
  readonly #previewListeners = new Set<(key: string, changes: readonly Change[] | null) => void>()

  constructor(options: DriverOptions = {}) {
    const { role = 'editor', uid = 'me', seed = 1 } = options
    this.room = options.room ?? new BoardRoom()
    this.replica = this.room.join(uid, role, this.clock)
    const random = seededRandom(seed)
    let ids = 0
    this.editor = createEditor({
      replica: this.replica,
      shapes,
      schemas: boardKinds,
      tools,
      commands,
      defaults: editorDefaults,
      styleNames,
      presence: {
        people: this.people,
        show: (showing) => this.shown.push(showing),
        preview: (changes) => this.previews.push(changes),
        observePreviews: (listener) => {
          this.#previewListeners.add(listener)
          return () => this.#previewListeners.delete(listener)
        },
      },
      files: {
        url: (fileId) => `file:${fileId}`,
        readAnimation: () => Promise.resolve(null),
        upload: () => Promise.resolve({ fileId: `f${++this.uploads}`, w: 400, h: 300 }),
      },
      clipboard: {
        write: ({ html, text }) => {
          this.clipboard = { html, text, files: [] }
          return Promise.resolve()
        },
        read: () => Promise.resolve(this.clipboard),
      },
      cameras: { load: () => ({ x: 0, y: 0, zoom: 1 }), save: () => undefined },
      measure: options.measure ?? halfWidths,
      clock: this.clock,
      random: { id: () => `${uid}${++ids}`, number: random },
      drafts: options.drafts,
      styleStore: options.styleStore,
      reducedMotion: () => true,
      letterKeys: () => true,
      typeToEdit: () => options.typeToEdit ?? true,
      frameTitle: options.frameTitle,
      onRequest: (request) => this.requests.push(request),
      suggestEdit: (changes) =>
        suggestEdit(changes, {
          view: this.replica.document,
          kinds: readKinds(boardKinds),
          uid,
          newId: () => `${uid}${++ids}`,
        }),
    })
    this.editor.camera.resize({ w: 1000, h: 800 })
    this.editor.observe((event) => this.events.push(event))
  }

  down(x: number, y: number, keys: Keys = {}, more: Partial<RawPointer> = {}): this {
    this.#hold(keys)
    return this.#point('down', [x, y], more)
  }

  move(x: number, y: number, keys: Keys = this.#held, more: Partial<RawPointer> = {}): this {
    this.#hold(keys)
    return this.#point('move', [x, y], more)
  }

  up(more: Partial<RawPointer> = {}): this {
    return this.#point('up', this.#at, more)
  }

  /** Presses, moves in a few steps and releases. */
  drag(from: Point, to: Point, keys: Keys = {}): this {
    this.move(...from, keys).down(...from, keys)
    for (const share of [0.25, 0.5, 0.75, 1]) {
      this.move(from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share, keys)
    }
    return this.up()
  }

  click(x: number, y: number, keys: Keys = {}): this {
    // Advances the clock, so that two clicks are never a double click.
    this.clock.tick(1_000)
    return this.move(x, y, keys).down(x, y, keys).up()
  }

  doubleClick(x: number, y: number): this {
    this.click(x, y).down(x, y).up()
    return this
  }

  /** Presses a shortcut (`Mod+Shift+G`, `R`, `Enter`). Returns whether it was handled. */
  key(shortcut: string): boolean {
    const parts = shortcut.split('+').map((part) => (part === '' ? '+' : part))
    const name = parts.at(-1)!
    const modifiers = {
      shift: parts.includes('Shift'),
      alt: parts.includes('Alt'),
      mod: parts.includes('Mod'),
    }
    const key = name.length === 1 && !modifiers.shift ? name.toLowerCase() : name
    const code = /^[A-Z]$/.test(name) ? `Key${name}` : /^[0-9]$/.test(name) ? `Digit${name}` : name
    if (this.editor.text.typing.peek()) return false
    if (modifiers.mod && 'CXV'.includes(name) && !modifiers.alt && !(modifiers.shift && name === 'C')) {
      return this.#transfer(name as 'C' | 'X' | 'V', modifiers.shift)
    }
    const press = { key, code, modifiers, repeat: false }
    const taken = this.editor.keyboard.key({ ...press, type: 'down' })
    this.editor.keyboard.key({ ...press, type: 'up' })
    return taken
  }

  /** Types at the end of the open text; a line break is Enter. */
  type(text: string): this {
    const typing = this.editor.text.typing.peek()
    if (!typing) throw new Error('no text is open')
    for (const char of text) {
      const { doc } = typing.session
      const transform = new Transform(doc)
      const end = endOfText(doc)
      if (char === '\n') transform.split(end)
      else transform.insert(end, textSchema.text(char))
      if (!typing.session.apply(transform.steps)) throw new Error(`${char} was not taken`)
      this.editor.text.grow()
    }
    return this
  }

  /** Closes the text as Escape does. */
  finish(): this {
    this.editor.text.stop()
    return this
  }

  tick(ms: number): this {
    this.clock.tick(ms)
    return this
  }

  settle(): Promise<void> {
    return this.room.settle()
  }

  /** Simulates another user's preview. */
  receivePreview(key: string, changes: readonly Change[] | null): void {
    for (const listener of this.#previewListeners) listener(key, changes)
  }

  /** Elements of the current page in stacking order. */
  elements(): ElementRecord[] {
    const { document, page } = this.editor.view
    const records = withDescendants(document, document.childIds(page)).map((id) => document.get(id))
    return records.filter((record) => isElement(record, this.editor.shapes))
  }

  /** The only element; throws if there is not exactly one. */
  only(): ElementRecord {
    const [first, more] = this.elements()
    if (!first || more) throw new Error(`${this.elements().length} elements`)
    return first
  }

  get(id: RecordId): ElementRecord {
    const record = this.replica.document.get(id)
    if (!record) throw new Error(`${id} is gone`)
    return record as ElementRecord
  }

  getText(id: RecordId): string {
    return getPlainText((this.get(id)['text'] ?? null) as RichText | null)
  }

  get selected(): readonly RecordId[] {
    return this.editor.selection.ids.peek()
  }

  get tool(): string {
    return this.editor.runner.active.peek()
  }

  /** Creates an element directly, without a tool. */
  put(
    kind: string,
    x: number,
    y: number,
    w: number,
    h: number,
    fields: Readonly<Record<string, unknown>> = {},
  ): RecordId {
    const { shapes, view, edit } = this.editor
    const schema = shapes.schema(kind)!
    const z = fields['z'] ?? `${String.fromCharCode(97 + this.elements().length)}1`
    const id = view.random.id()
    const record = {
      r: 0,
      parent: view.page,
      ...schema.defaults,
      ...fields,
      z: String(z),
      id,
      kind,
      x,
      y,
      w,
      h,
    }
    if (!edit.apply([{ op: 'put', record }])) throw new Error(JSON.stringify(this.events.at(-1)))
    return id
  }

  #hold(keys: Keys): void {
    this.#held = { shift: false, alt: false, mod: false, ...keys }
  }

  #point(type: RawPointer['type'], at: Point, more: Partial<RawPointer>): this {
    this.#at = at
    this.clock.tick(4)
    this.editor.input.pointer({
      type,
      pointer: 1,
      device: 'mouse' satisfies PointerDevice,
      button: 'main',
      samples: [{ at: { x: at[0], y: at[1] }, pressure: 0.5, timeMs: this.clock.now() }],
      modifiers: this.#held,
      ...more,
    })
    return this
  }

  #transfer(key: 'C' | 'X' | 'V', shift: boolean): boolean {
    const { clipboard } = this.editor
    if (key === 'V') return clipboard.put(this.clipboard, shift ? 'plain' : 'rich')
    const content = clipboard.take(key === 'C' ? 'copy' : 'cut')
    if (content) this.clipboard = { ...content, files: [] }
    return content !== undefined
  }
}

function endOfText(doc: Node): number {
  let end = 0
  doc.descendants((node, pos) => {
    if (node.isTextblock) end = pos + 1 + node.content.size
  })
  return end
}
