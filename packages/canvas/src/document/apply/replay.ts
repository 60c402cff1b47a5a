import type { Step } from 'prosemirror-transform'
import type { AcceptedChange, AcceptedEdit, AcceptedText, Entry } from '../model/change.ts'
import { Draft } from './draft.ts'
import type { Kinds } from '../kinds/kinds.ts'
import type { RecordId } from '../model/record.ts'
import { type Applied, getClock } from './reducer.ts'
import { getDocument, type RichText, toRichText } from '../text/rich-text.ts'
import type { BoardState, Cell } from '../state/state.ts'
import { getTextAuthor, type TextEntry } from '../text/text-log.ts'
import { applySteps, parseSteps, stepsToJson, getUnconfirmedSteps } from '../text/text-steps.ts'

/**
 * Applies an accepted edit without checks, since the journal is authoritative. Changes to records that are not
 * loaded are skipped, so that a partially loaded board can follow.
 */
export function replay(state: BoardState, kinds: Kinds, edit: AcceptedEdit): Applied {
  const draft = new Draft(state, { seq: edit.seq, ref: edit.seq, by: edit.by })
  for (const change of edit.changes) replayChange(draft, kinds, edit, change)
  return draft.finish()
}

function replayChange(draft: Draft, kinds: Kinds, edit: AcceptedEdit, change: AcceptedChange): void {
  const { state } = draft
  switch (change.op) {
    case 'put':
      return draft.put(change.record, kinds.get(change.record.kind)?.schema.facets.stroke === true)
    case 'patch': {
      const cell = state.cell(change.id)
      return cell && draft.patch(cell, change.fields)
    }
    case 'append': {
      const cell = state.cell(change.id)
      return cell && draft.append(cell, change.piece, change.last)
    }
    case 'remove':
      return draft.remove(change.ids.filter((id) => state.has(id)))
    case 'keep':
      return
    case 'restore':
      return draft.restore(change.entries)
    case 'text':
      return replayText(draft, edit, change)
    case 'translate':
      return replayTranslate(draft, change.ids, change.dx, change.dy)
  }
}

function replayTranslate(draft: Draft, ids: readonly RecordId[], dx: number, dy: number): void {
  const moved: RecordId[] = []
  const cells: Cell[] = []
  const entries: Entry[] = []
  const was: number[] = []
  for (const id of ids) {
    const cell = draft.state.cell(id)
    if (!cell) continue
    moved.push(id)
    cells.push(cell)
    entries.push(cell.entry)
    was.push(getClock(cell.entry, 'x'), getClock(cell.entry, 'y'))
  }
  draft.move({ ids: moved, cells, entries, was }, { dx, dy })
}

function replayText(draft: Draft, edit: AcceptedEdit, change: AcceptedText): void {
  const { state } = draft
  const cell = state.cell(change.id)
  if (!cell) return
  const now = applySteps(
    getDocument((cell.entry.record['text'] ?? null) as RichText | null),
    getSteps(change.steps),
  )
  const log = {
    ...getEntry(state.texts.entries(change.id), edit, change),
    steps: now.steps,
    inverted: now.inverted,
  }
  draft.text(cell, toRichText(now.doc), log, change, stepsToJson(now.inverted))
}

/** Text entries of a record, read from the journal, for steps older than the board's text log. */
export function getTextEntries(edits: Iterable<AcceptedEdit>, id: RecordId): TextEntry[] {
  const entries: TextEntry[] = []
  for (const edit of edits) {
    for (const change of edit.changes) {
      if (change.op === 'text' && change.id === id) entries.push(getEntry(entries, edit, change))
    }
  }
  return entries
}

function getEntry(earlier: readonly TextEntry[], edit: AcceptedEdit, change: AcceptedText): TextEntry {
  const author = getTextAuthor(edit.by, edit.id)
  const steps = getSteps(change.steps)
  return {
    seq: edit.seq,
    edit: edit.id,
    at: change.at,
    author,
    base: edit.base,
    sent: change.sent ? getSteps(change.sent) : steps,
    under: getUnconfirmedSteps(earlier, author, edit.base),
    steps,
    inverted: [],
  }
}

/** Journal steps were validated when they were accepted. */
function getSteps(json: readonly unknown[]): readonly Step[] {
  return parseSteps(json) ?? []
}
