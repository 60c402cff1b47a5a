import type { ServerFrame } from './room-frames.ts'

type Reason = Extract<ServerFrame, { t: 'reject' }>['reason']

/** Reasons added in protocol 4, with the closest reason for older pages. */
const olderReasons: Partial<Record<Reason, Reason>> = {
  busy: 'too_large',
  contents: 'not_yours',
  only_own: 'frame',
  suggestions_off: 'role',
}

/** Converts a frame for a page with this protocol; null if it has no equivalent. */
export function convertFrame(frame: ServerFrame, protocol: number): ServerFrame | null {
  if (protocol >= 4) return frame
  if (frame.t === 'missedDeletes') return null
  if (frame.t === 'reject') return { ...frame, reason: olderReasons[frame.reason] ?? frame.reason }
  if (frame.t !== 'ack') return frame
  // Older pages support skipped fields, but no skipped deletes.
  const acks = frame.acks.map(({ skipped, ...ack }) =>
    skipped ? { ...ack, skipped: skipped.filter(({ field }) => field !== null) } : ack,
  )
  return { ...frame, acks }
}
