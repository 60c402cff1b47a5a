import { getRecords, type AcceptedEdit } from '@tavla/canvas/model'

type PastEdit = Pick<AcceptedEdit, 'seq' | 'by' | 'time' | 'mark' | 'changes'>

/** Which edits the time line has steps for. */
export interface PlaybackFilter {
  /** Only this person's. */
  readonly uid: string | null
  /** Only those that affected this frame or something in it. */
  readonly frame: string | null
  /** Only those since then, in ms. */
  readonly since: number | null
  /** Only those that changed this record. */
  readonly record: string | null
}

export const noFilter: PlaybackFilter = { uid: null, frame: null, since: null, record: null }

/** A step of the time line: one action of a person, which can be several edits with one mark. */
export interface PlaybackStep {
  /** Sequence numbers of its first and its last edit. */
  readonly first: number
  readonly seq: number
  readonly uid: string
  readonly mark: string
  /** Time of its last edit, in ms. */
  readonly time: number
}

export function listPlaybackSteps(
  edits: readonly PastEdit[],
  earliestSeq: number,
  { uid, frame, since, record }: PlaybackFilter,
  frames: ReadonlyMap<number, ReadonlySet<string>> | null,
): readonly PlaybackStep[] {
  const playbackSteps: PlaybackStep[] = []
  for (const edit of edits) {
    const { seq, by, time, mark } = edit
    if (seq <= earliestSeq || (uid !== null && by !== uid) || (since !== null && time < since)) continue
    if (frame !== null && !frames?.get(seq)?.has(frame)) continue
    if (record !== null && !getRecords(edit).has(record)) continue
    const last = playbackSteps.at(-1)
    const isSameAction = last?.uid === by && last.mark === mark
    const step = { first: isSameAction ? last.first : seq, seq, uid: by, mark, time }
    if (isSameAction) playbackSteps[playbackSteps.length - 1] = step
    else playbackSteps.push(step)
  }
  return playbackSteps
}

/** Number of the last step at or before a version, counting from 1; 0 is before the first. */
export function getStepNumber(playbackSteps: readonly PlaybackStep[], seq: number): number {
  let low = 0
  let high = playbackSteps.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((playbackSteps[middle]?.seq ?? Infinity) <= seq) low = middle + 1
    else high = middle
  }
  return low
}

/** Splits the time line into equal parts, each in the colour of who did most in it. */
export function getStrip(playbackSteps: readonly PlaybackStep[], parts: number): readonly (string | null)[] {
  const count = Math.min(parts, playbackSteps.length)
  return Array.from({ length: count }, (_, part) => {
    const from = Math.floor((part * playbackSteps.length) / count)
    const to = Math.floor(((part + 1) * playbackSteps.length) / count)
    const counts = new Map<string, number>()
    for (const { uid } of playbackSteps.slice(from, to)) counts.set(uid, (counts.get(uid) ?? 0) + 1)
    return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null
  })
}
