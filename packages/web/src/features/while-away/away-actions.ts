import { type Action, ActionReader, type Entry } from '@tavla/canvas/model'
import { api } from '../../platform/network/api.ts'
import { clock } from '../../platform/dom/clock.ts'
import { inflate } from '../../platform/inflate.ts'
import type { MissedChanges } from '../board-panels/index.ts'
import { pastReader, seek } from '../history/index.ts'

/** With more edits than this no summary is made; history lists all of them. */
export const longestSummary = 5_000

/** An action of another person, with some of its records as they were at the last visit. */
export interface AwayAction {
  readonly act: Action
  readonly before: readonly Entry[]
}

/** Actions of others between two versions, latest first. */
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
