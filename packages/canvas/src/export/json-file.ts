import { getBlob } from './blob-of.ts'
import { type JsonPart, jsonText } from './json.ts'
import { inSlices, getPart, type Work } from './pace.ts'

/** A board in the open, as a file. */
export async function jsonFile(part: JsonPart, work: Work = {}): Promise<Blob> {
  const text = await inSlices(jsonText(part), getPart(work, 0, 0.8))
  return await inSlices(getBlob(text, 'application/json'), getPart(work, 0.8, 1))
}
