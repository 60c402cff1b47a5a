import { getRecordFiles } from '@tavla/canvas'
import type { LiveDocument, RecordId } from '@tavla/canvas'

/** Elements that show an image or a video. */
export const findElementsOfFile = (
  document: Pick<LiveDocument, 'ids' | 'get'>,
  fileId: string,
): readonly RecordId[] =>
  [...document.ids()].filter((id) => getRecordFiles(document.get(id)).includes(fileId))
