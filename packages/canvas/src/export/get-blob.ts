import type { TaskSteps } from './task-steps.ts'

/** A blob of text parts, encoded one at a time, because encoding a large file at once blocks the page. */
export function* getBlob(texts: readonly string[], type: string): TaskSteps<Blob> {
  const parts: Blob[] = []
  for (const text of texts) {
    parts.push(new Blob([text]))
    yield parts.length / texts.length
  }
  return new Blob(parts, { type })
}
