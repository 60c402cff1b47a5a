import { signal, type ReadonlySignal } from '@preact/signals-core'
import type { Change } from '../../document/model/change.ts'
import type { ElementRecord, RecordId } from '../../document/model/record.ts'
import type { TitleFacet } from '../../shape.ts'
import type { DrawnDocument } from '../view/drawn-document.ts'
import type { BoardReplica } from '../board-ports.ts'
import { isElement, type Shapes } from '../view/relations.ts'

/** The title being edited. */
export interface TitleEditing {
  readonly record: ElementRecord
  readonly title: TitleFacet
}

export interface TitleEditingParts {
  readonly replica: BoardReplica
  readonly drawn: DrawnDocument
  readonly shapes: Shapes
  readonly apply: (changes: readonly Change[]) => void
}

/** Preview source that hides the title on the canvas while a field shows it. */
const source = ' naming'

/**
 * Editing of an element's title. A title is one plain line, so it needs no shared session: the last writer wins.
 */
export function createTitleEditing({ replica, drawn, shapes, apply }: TitleEditingParts) {
  const naming = signal<TitleEditing | null>(null)
  /** Current value of the field; written when the field loses focus or closes. */
  let latest = ''

  const end = (): TitleEditing | null => {
    const now = naming.peek()
    naming.value = null
    drawn.preview(source, null)
    return now
  }
  const finish = (): void => {
    const now = end()
    const title = latest.replaceAll(/\s+/g, ' ').trim().slice(0, now?.title.most)
    if (!now || replica.document.get(now.record.id)?.[now.title.field] === title) return
    apply([{ op: 'patch', id: now.record.id, fields: { [now.title.field]: title } }])
  }
  return {
    naming: naming as ReadonlySignal<TitleEditing | null>,
    start(id: RecordId): boolean {
      finish()
      const record = replica.document.get(id)
      const title = isElement(record, shapes) ? shapes.get(record.kind)?.edit?.title : undefined
      if (!title || !isElement(record, shapes) || replica.canChange(id) !== undefined) return false
      latest = String(record[title.field] ?? '')
      drawn.preview(source, [{ op: 'patch', id, fields: { [title.field]: '' } }])
      naming.value = { record, title }
      return true
    },
    typed(text: string): void {
      latest = text
    },
    finish,
    cancel: () => void end(),
  }
}
