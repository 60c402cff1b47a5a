import type { Step } from 'prosemirror-transform'
import { resolveRef, skipRemoved } from './apply-patch.ts'
import type { Task } from './task.ts'
import type { Change, Refusal, AcceptedText } from '../model/change.ts'
import { getDocument, type RichText, toRichText } from '../text/rich-text.ts'
import { authorizeChange, refuse } from '../rules/rules.ts'
import { getTextAuthor, type TextEntry } from '../text/text-log.ts'
import {
  applySteps,
  rebaseUndoSteps,
  parseSteps,
  stepsToJson,
  rebaseToPresent,
  getUnconfirmedSteps,
} from '../text/text-steps.ts'

type Text = Extract<Change, { op: 'text' }>

/** Text edits are never refused as stale: their steps are rebased over the steps applied before them. */
export function applyText(task: Task, change: Text): Refusal | undefined {
  const { state, kinds, actor, edit, context, draft } = task
  const cell = state.cell(change.id)
  if (!cell) {
    if (change.at === undefined && change.steps.length > 0) skipRemoved(task, change.id, 'text')
    return undefined
  }
  const { entry } = cell
  if (!kinds.get(entry.record.kind)?.schema.facets.text)
    return refuse('invalid', change.id, 'it holds no text')
  const refusal = authorizeChange(state, kinds, entry.record, actor)
  if (refusal) return refusal
  const steps = parseSteps(change.steps)
  if (!steps) return refuse('invalid', change.id, 'no text steps')
  if (steps.length === 0) return undefined
  const author = getTextAuthor(actor.uid, edit.id)
  const at = change.at === undefined ? undefined : resolveRef(task, change.at)
  if (change.at !== undefined && at === undefined) return undefined
  const entries = listEntriesSince(task, change.id, Math.min(edit.base, at ?? edit.base))
  // Undo steps need the history they are based on; other steps still carry their text.
  if (!entries && at !== undefined) return undefined
  const known = entries ?? state.texts.entries(change.id)
  const under = getUnconfirmedSteps(known, author, edit.base)
  const sent = at === undefined ? steps : rebaseUndoSteps(known, at, edit.base, under, steps)
  const mapped = rebaseToPresent(known, author, edit.base, under, sent)
  const now = applySteps(getDocument((entry.record['text'] ?? null) as RichText | null), mapped)
  const log: TextEntry = {
    seq: context.seq,
    edit: edit.id,
    at,
    author,
    base: edit.base,
    sent,
    under,
    steps: now.steps,
    inverted: now.inverted,
  }
  const taken = createAcceptedText(change.id, now.steps, sent, at)
  draft.text(cell, toRichText(now.doc), log, taken, stepsToJson(now.inverted))
  return undefined
}

function listEntriesSince(
  { state, context }: Task,
  id: string,
  since: number,
): readonly TextEntry[] | undefined {
  return state.texts.since(id) <= since ? state.texts.entries(id) : context.olderTexts?.(id, since)
}

function createAcceptedText(
  id: string,
  steps: readonly Step[],
  sent: readonly Step[],
  at: number | undefined,
): AcceptedText {
  const json = stepsToJson(steps)
  const sentJson = stepsToJson(sent)
  const isSame = JSON.stringify(json) === JSON.stringify(sentJson)
  return {
    op: 'text',
    id,
    steps: json,
    ...(isSame ? {} : { sent: sentJson }),
    ...(at === undefined ? {} : { at }),
  }
}
