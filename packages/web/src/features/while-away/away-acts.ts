import { type Act, ActReader, type Entry } from '@tavla/canvas/model'
import { api } from '../../platform/api.ts'
import { clock } from '../../platform/clock.ts'
import { inflate } from '../../platform/inflate.ts'
import type { BoardNews } from '../board-panels/index.ts'
import { pastReader, travel } from '../history/index.ts'

/** More edits than this are not read for a summary; history has them all. */
export const longestSummary = 5_000

/** An act of somebody else, with some of its records as they were when this person was here last. */
export interface AwayAct {
  readonly act: Act
  readonly before: readonly Entry[]
}

/** What others did between two moments, the latest first. */
export async function readActs(
  wid: string,
  { seen, head }: Pick<BoardNews, 'seen' | 'head'>,
  uid: string,
  signal: AbortSignal,
): Promise<readonly AwayAct[]> {
  const pace = { clock, signal, tell: () => undefined }
  const past = await pastReader({ wid, calls: api.space, inflate }).read({ from: seen, to: head }, pace)
  await travel(past, seen, pace)
  const reader = new ActReader(past)
  await travel(past, head, pace, (next) => reader.walk(next))
  const acts = reader.acts().filter((act) => act.uid !== uid)
  await travel(past, seen, pace)
  const state = past.drawable()
  return acts
    .map((act) => ({ act, before: act.samples.flatMap(({ record }) => state.entry(record.id) ?? []) }))
    .toReversed()
}
