import type { TaskSteps } from './task-steps.ts'

/** Texts as one file, each turned into bytes by itself: all at once, a large file would stop the page. */
export function* getBlob(texts: readonly string[], type: string): TaskSteps<Blob> {
  const parts: Blob[] = []
  for (const text of texts) {
    parts.push(new Blob([text]))
    yield parts.length / texts.length
  }
  return new Blob(parts, { type })
}
