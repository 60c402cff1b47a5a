/** Units of work of history's calls, each about a microsecond; taken from the person's budget before the work. */
export const historyWork = {
  keyframe: 2_000,
  /** Checked, written in base64 and sent. */
  page: 10_000,
  timeline: 1_000,
  /** For each edit that is counted, up to a limit. */
  timelineEdit: 0.5,
  timelineMost: 100_000,
} as const
