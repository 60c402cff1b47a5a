import { type Action, ActionReader, type Entry } from '@tavla/canvas/model'
import { api } from '../../platform/network/api.ts'
import { clock } from '../../platform/dom/clock.ts'
import { inflate } from '../../platform/inflate.ts'
import type { MissedChanges } from '../board-panels/index.ts'
import { createHistoryReader, seek } from '../history/index.ts'

/** With more edits than this no summary is made; history lists all of them. */
export const maxSummaryEdits = 5_000

/** An action of another person, with some of its records as they were at the last visit. */
export interface MissedAction {
  readonly action: Action
  readonly before: readonly Entry[]
}

/** Actions of others between two versions, latest first. */
export async function readMissedActions(
  wid: string,
  { seen, head }: Pick<MissedChanges, 'seen' | 'head'>,
  uid: string,
  signal: AbortSignal,
): Promise<readonly MissedAction[]> {
  const context = { clock, signal, onProgress: () => undefined }
  const replay = await createHistoryReader({ wid, calls: api.space, inflate }).read(
    { from: seen, to: head },
    context,
  )
  await seek(replay, seen, context)
  const reader = new ActionReader(replay)
  await seek(replay, head, context, (next) => reader.walk(next))
  const actions = reader.actions().filter((action) => action.uid !== uid)
  await seek(replay, seen, context)
  const state = replay.drawable()
  return actions
    .map((action) => ({
      action,
      before: action.samples.flatMap(({ record }) => state.entry(record.id) ?? []),
    }))
    .toReversed()
}
