import type { ServerFrame } from './room-frames.ts'

type Reason = Extract<ServerFrame, { t: 'reject' }>['reason']

/** Reasons that came with protocol 4, and what pages from before it understand best. */
const olderReasons: Partial<Record<Reason, Reason>> = {
  busy: 'too_large',
  contents: 'not_yours',
  only_own: 'frame',
  suggestions_off: 'role',
}

/** The frame as a page of this protocol can read it; null where it has no word for it. */
export function frameForPage(frame: ServerFrame, protocol: number): ServerFrame | null {
  if (protocol >= 4) return frame
  if (frame.t === 'missedDeletes') return null
  if (frame.t === 'reject') return { ...frame, reason: olderReasons[frame.reason] ?? frame.reason }
  if (frame.t !== 'ack') return frame
  // They know of fields only, not of deletes that were skipped.
  const acks = frame.acks.map(({ skipped, ...ack }) =>
    skipped ? { ...ack, skipped: skipped.filter(({ field }) => field !== null) } : ack,
  )
  return { ...frame, acks }
}
