import { computed, signal, type ReadonlySignal } from '@preact/signals-core'
import type { Fields } from '../../document/model/change.ts'
import type { ElementRecord, RecordId } from '../../document/model/record.ts'
import { commonStyle } from '../changes/style-changes.ts'
import { getElements, type Shapes } from '../view/relations.ts'
import type { StyleStore } from '../board-ports.ts'
import type { Clock } from '../clock.ts'
import type { DrawnDocument } from '../view/drawn-document.ts'
import type { ElementPreset } from '../tool.ts'

export interface StylesParts {
  readonly names: readonly string[]
  readonly shapes: Shapes
  readonly drawn: DrawnDocument
  readonly clock: Clock
  readonly selection: ReadonlySignal<readonly RecordId[]>
  /** The preset of the active tool. */
  readonly makes: ReadonlySignal<ElementPreset | undefined>
  readonly store: StyleStore | undefined
}

/** For larger selections only the first elements are read, to stay within the frame time. */
const sampled = 1_000

/**
 * The style of the selection, and the style for new elements, remembered per kind (a yellow note must not make
 * the next box yellow).
 */
export function createStyles({ names, shapes, drawn, clock, selection, makes, store }: StylesParts) {
  const chosen = signal<ReadonlyMap<string, Fields>>(new Map(Object.entries(store?.load() ?? {})))
  const revision = signal(0)
  let isWaiting = false
  const stop = drawn.observe((change) => {
    // Moves do not change styles. Other changes may concern elements inside a selected group.
    if (!change.whole && (change.rest.size === 0 || selection.peek().length === 0)) return
    if (selection.peek().length <= sampled) revision.value++
    else if (!isWaiting) {
      isWaiting = true
      clock.frame(() => {
        isWaiting = false
        revision.value++
      })
    }
  })
  const getStyle = (key: string): Fields => chosen.peek().get(key) ?? {}

  const current = computed((): ReadonlyMap<string, { readonly value: unknown } | 'mixed'> => {
    void revision.value
    const records = getElements(drawn, shapes, selection.value, sampled)
    if (records.length > 0) return commonStyle(records, names, shapes)
    const made = makes.value
    const schema = made && shapes.schema(made.kind)
    if (!schema) return new Map()
    void chosen.value
    const next = { ...schema.defaults, ...made.fields, ...getStyle(made.styleKey), kind: made.kind }
    return commonStyle([next as unknown as ElementRecord], names, shapes)
  })

  return {
    names,
    current,
    getStyle,
    /** Sets the style of the next elements created under these names. */
    remember(keys: Iterable<string>, fields: Fields): void {
      const next = new Map(chosen.peek())
      for (const key of keys) next.set(key, { ...next.get(key), ...fields })
      chosen.value = next
      store?.save(Object.fromEntries(next))
    },
    dispose: stop,
  }
}

export type Styles = ReturnType<typeof createStyles>
