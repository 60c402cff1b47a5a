/** Work units of history calls, about a microsecond each; taken from the person's budget in advance. */
export const historyWork = {
  keyframe: 2_000,
  /** Per KiB that is verified, base64-encoded and sent. */
  page: 10_000,
  timeline: 1_000,
  /** For each edit that is counted, up to a limit. */
  timelineEdit: 0.5,
  timelineMost: 100_000,
} as const
