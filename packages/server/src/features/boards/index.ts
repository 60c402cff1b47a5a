import type { Jobs } from '../../jobs/worker.ts'
import { takeBoardSnapshot } from './snapshot.ts'
import { announceSuggestions } from './suggestions.ts'
import { reindex } from './reindex.ts'

export { boardChanged, enqueueSnapshot } from './changed.ts'
export { findThumbnailHolder, getThumbnailUrl, readImage } from './thumbnail-url.ts'
export type { ThumbnailQuery } from './thumbnail-url.ts'
export { payWork } from './pay-work.ts'
export { listThumbnailKeys } from './thumbnails.ts'
export { findMatches, findWritten } from './search.ts'
export { suggestionsChanged } from './suggestions.ts'
export { reindexBoards } from './reindex.ts'
export { prepareSearch } from './prepare-search.ts'

export const boardJobs: Jobs = {
  'boards.look': takeBoardSnapshot,
  'boards.survey': reindex,
  'boards.suggestions': announceSuggestions,
}
