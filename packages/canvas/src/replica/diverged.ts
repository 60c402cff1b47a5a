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
import { type Pending, withoutRefs } from './sending/pending.ts'

type TextChange = Extract<Change, { op: 'text' }>

/**
 * Turns edits that were made on a past which the journal does not have into edits on the board that it does have, at
 * `seq`. Typed text is carried over the difference between the two texts; conditions that name edits of that past go. All
 * else goes out as made before the two pasts parted: what others did since is nothing that this person has seen.
 */
export function rebaseDiverged(
  pending: readonly Pending[],
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
    // Acknowledged, but lost with that past: offered again under its id, which is taken once at most.
    one.acked = null
    if (one.stage === 'sent') one.stage = 'ready'
  }
}

/** The last number up to which nothing on the boards says that their pasts differ; 0 where there was no board. */
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

/** Text changes by record, in their order, each carried over to the other text. */
class RebasedTexts {
  readonly #groups = new Map<RecordId, StepGroup[]>()

  constructor(pending: readonly Pending[], before: BoardState, after: BoardState) {
    for (const { edit, laid } of pending) {
      // As they are applied on the board, over what others typed meanwhile; where that is not possible, as they were made.
      const lying = laid?.taken.filter((change) => change.op === 'text') ?? []
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

/** One step from a text to another; undefined where they are the same or one of them is not there. */
function difference(before: Node | undefined, after: Node | undefined): Step | undefined {
  const from = before && after && before.content.findDiffStart(after.content)
  const end = before && after && before.content.findDiffEnd(after.content)
  if (from === undefined || from === null || !end) return undefined
  // Both searches may claim what repeats.
  const overlap = Math.max(0, from - Math.min(end.a, end.b))
  return new ReplaceStep(from, end.a + overlap, after?.slice(from, end.b + overlap) ?? Slice.empty)
}
