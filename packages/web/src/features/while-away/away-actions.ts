import { type Action, ActionReader, type Entry } from '@tavla/canvas/model'
import { api } from '../../platform/network/api.ts'
import { clock } from '../../platform/dom/clock.ts'
import { inflate } from '../../platform/inflate.ts'
import type { MissedChanges } from '../board-panels/index.ts'
import { pastReader, seek } from '../history/index.ts'

/** More edits than this are not read for a summary; history has them all. */
export const longestSummary = 5_000

/** An act of somebody else, with some of its records as they were when this person was here last. */
export interface AwayAction {
  readonly act: Action
  readonly before: readonly Entry[]
}

/** What others did between two moments, the latest first. */
export async function readActions(
  wid: string,
  { seen, head }: Pick<MissedChanges, 'seen' | 'head'>,
  uid: string,
  signal: AbortSignal,
): Promise<readonly AwayAction[]> {
  const pace = { clock, signal, tell: () => undefined }
  const past = await pastReader({ wid, calls: api.space, inflate }).read({ from: seen, to: head }, pace)
  await seek(past, seen, pace)
  const reader = new ActionReader(past)
  await seek(past, head, pace, (next) => reader.walk(next))
  const actions = reader.actions().filter((act) => act.uid !== uid)
  await seek(past, seen, pace)
  const state = past.drawable()
  return actions
    .map((act) => ({ act, before: act.samples.flatMap(({ record }) => state.entry(record.id) ?? []) }))
    .toReversed()
}
