import { effect } from '@preact/signals-core'
import type { Node } from 'prosemirror-model'
import type { Mapping } from 'prosemirror-transform'
import { Decoration, DecorationSet } from 'prosemirror-view'
import type { TextCaret } from '../editor/board-ports.ts'
import type { RemoteOverlay } from '../editor/view/overlay.ts'

/** A person's colour with the text colour on it. */
export interface PersonColors {
  readonly paint: string
  readonly ink: string
}

interface ShownCaret {
  readonly person: RemoteOverlay
  /** As the person sent it. */
  readonly sent: TextCaret
  readonly anchor: number
  readonly head: number
}

/** The carets of other people in the text that is edited here. */
export class RemoteCarets {
  readonly #getColors: (colour: number) => PersonColors
  #shown: readonly ShownCaret[] = []

  constructor(getColors: (colour: number) => PersonColors) {
    this.#getColors = getColors
  }

  /** Calls back when a caret in the text has changed. */
  follow(id: string, getOthers: () => readonly RemoteOverlay[], onChange: () => void): () => void {
    return effect(() => {
      const before = this.#shown
      this.#shown = getOthers().flatMap((person) => {
        const sent = person.caret
        if (sent?.id !== id) return []
        const known = before.find((one) => one.person.key === person.key)
        return isSame(known, person, sent) ? known! : { person, sent, anchor: sent.anchor, head: sent.head }
      })
      if (this.#shown.length !== before.length || this.#shown.some((one, i) => one !== before[i])) onChange()
    })
  }

  /** Own typing moves carets at once; the others send theirs again when it has reached them. */
  map(mapping: Mapping): void {
    this.#shown = this.#shown.map((one) => ({
      ...one,
      anchor: mapping.map(one.anchor),
      head: mapping.map(one.head),
    }))
  }

  getDecorations(doc: Node): DecorationSet {
    return DecorationSet.create(
      doc,
      this.#shown.flatMap((one) => this.#decorate(one, doc.content.size)),
    )
  }

  #decorate({ person, anchor, head }: ShownCaret, size: number): Decoration[] {
    const { paint, ink } = this.#getColors(person.colour)
    const at = Math.min(head, size)
    const [from, to] = [Math.min(anchor, head), Math.min(Math.max(anchor, head), size)]
    const caret = Decoration.widget(at, () => createCaret(person.name, paint, ink), {
      // After the own caret, which typing moves.
      side: 1,
      key: `${person.key} ${person.name} ${paint}`,
      ignoreSelection: true,
    })
    if (from >= to) return [caret]
    const style = `background-color: color-mix(in srgb, ${paint} 25%, transparent)`
    return [Decoration.inline(from, to, { style }), caret]
  }
}

function isSame(known: ShownCaret | undefined, person: RemoteOverlay, sent: TextCaret): boolean {
  return (
    known !== undefined &&
    known.sent.anchor === sent.anchor &&
    known.sent.head === sent.head &&
    known.person.name === person.name &&
    known.person.colour === person.colour
  )
}

/** Hidden from screen readers, which would read the name as part of the text. */
function createCaret(name: string, paint: string, ink: string): HTMLElement {
  const caret = document.createElement('span')
  caret.className = 'tavla-caret'
  caret.ariaHidden = 'true'
  caret.style.setProperty('--tavla-person', paint)
  caret.style.setProperty('--tavla-on-person', ink)
  caret.dataset['name'] = name
  return caret
}
