import { type Node, Slice } from 'prosemirror-model'
import { ReplaceStep, type Step } from 'prosemirror-transform'
import type { Change } from '../document/model/change.ts'
import type { RecordId } from '../document/model/record.ts'
import { getDocument, type RichText } from '../document/text/rich-text.ts'
import type { BoardState } from '../document/state/state.ts'
import type { StepGroup } from '../document/text/text-log.ts'
import { parseSteps, rebase, stepsToJson } from '../document/text/text-steps.ts'
import { getClock } from '../document/apply/reducer.ts'
import { isSameValue } from '../document/apply/skipped.ts'
import { type PendingEdit, withoutRefs } from './sending/pending.ts'

type TextChange = Extract<Change, { op: 'text' }>

/**
 * Converts edits based on a history that the journal does not contain to edits of the current board at `seq`.
 * Text is rebased over the difference between the texts, and conditions referring to the lost history are
 * dropped. Other changes keep the last common base, since this user has not seen later changes of others.
 */
export function rebaseDiverged(
  pending: readonly PendingEdit[],
  before: BoardState,
  after: BoardState,
  seq: number,
): void {
  const texts = new RebasedTexts(pending, before, after)
  const parted = lastCommonSeq(before, after, seq)
  for (const one of pending) {
    const changes = one.edit.changes.map((change) => (change.op === 'text' ? texts.next(change) : change))
    const base = changes.some(({ op }) => op === 'text') ? seq : parted
    one.edit = withoutRefs({ ...one.edit, base, changes }, (ref) => typeof ref === 'number')
    // Acknowledged but lost; it is sent again with the same id, which the server accepts at most once.
    one.acked = null
    if (one.stage === 'sent') one.stage = 'ready'
  }
}

/** The last number up to which the boards show no difference in history; 0 without a previous board. */
function lastCommonSeq(before: BoardState, after: BoardState, seq: number): number {
  let common = before.size === 0 ? 0 : seq
  for (const id of after.ids()) {
    const [old, now] = [before.entry(id), after.entry(id)]
    if (!now || old === now) continue
    if (!old) common = Math.min(common, now.record.made - 1)
    for (const field of Object.keys(now.clock)) {
      const isSame = old?.clock[field] === now.clock[field]
      if (!isSame || !isSameValue(old?.record[field], now.record[field]))
        common = Math.min(common, getClock(now, field) - 1)
    }
  }
  return Math.max(0, common)
}

/** Text changes by record in order, each rebased onto the other text. */
class RebasedTexts {
  readonly #groups = new Map<RecordId, StepGroup[]>()

  constructor(pending: readonly PendingEdit[], before: BoardState, after: BoardState) {
    for (const { edit, applied: applied } of pending) {
      // In the form applied on the board, over other users' typing; otherwise as created.
      const lying = applied?.taken.filter((change) => change.op === 'text') ?? []
      for (const change of edit.changes.filter((one) => one.op === 'text')) {
        const at = lying.findIndex(({ id }) => id === change.id)
        const [stated] = at < 0 ? [change] : lying.splice(at, 1)
        const group = { seq: Infinity, steps: parseSteps(stated?.steps ?? []) ?? [] }
        this.#groups.set(change.id, [...(this.#groups.get(change.id) ?? []), group])
      }
    }
    for (const [id, groups] of this.#groups) {
      const over = difference(getText(before, id), getText(after, id))
      if (over) this.#groups.set(id, rebase(groups, [over]))
    }
  }

  next(change: TextChange): TextChange {
    const group = this.#groups.get(change.id)?.shift()
    return group ? { ...change, steps: stepsToJson(group.steps) } : change
  }
}

function getText(state: BoardState, id: RecordId): Node | undefined {
  const record = state.get(id)
  return record && getDocument((record['text'] ?? null) as RichText | null)
}

/** One step that converts a text to another; undefined if they are equal or one is missing. */
function difference(before: Node | undefined, after: Node | undefined): Step | undefined {
  const from = before && after && before.content.findDiffStart(after.content)
  const end = before && after && before.content.findDiffEnd(after.content)
  if (from === undefined || from === null || !end) return undefined
  // Repeated content can be matched by both searches.
  const overlap = Math.max(0, from - Math.min(end.a, end.b))
  return new ReplaceStep(from, end.a + overlap, after?.slice(from, end.b + overlap) ?? Slice.empty)
}
