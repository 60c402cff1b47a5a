import { getBlob } from './blob-of.ts'
import { type JsonPart, jsonText } from './json.ts'
import { runInSlices, createSubtask, type TaskOptions } from './run-in-slices.ts'

/** A board as a JSON file. */
export async function jsonFile(part: JsonPart, work: TaskOptions = {}): Promise<Blob> {
  const text = await runInSlices(jsonText(part), createSubtask(work, 0, 0.8))
  return await runInSlices(getBlob(text, 'application/json'), createSubtask(work, 0.8, 1))
}
