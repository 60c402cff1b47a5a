import type { Jobs } from '../../jobs/worker.ts'
import { takeBoardSnapshot } from './look.ts'
import { announceSuggestions } from './suggestions.ts'
import { reindex } from './survey.ts'

export { boardChanged, enqueueSnapshot } from './changed.ts'
export { opensThumbnail, getThumbnailUrl, readImage } from './picture-address.ts'
export type { ThumbnailQuery, ThumbnailKind } from './picture-address.ts'
export { payWork } from './pay-work.ts'
export { listThumbnailKeys } from './pictures.ts'
export { findMatches, findWritten } from './search.ts'
export { suggestionsChanged } from './suggestions.ts'
export { reindexBoards } from './survey.ts'
export { prepareSearch } from './prepare-search.ts'

export const boardJobs: Jobs = {
  'boards.look': takeBoardSnapshot,
  'boards.survey': reindex,
  'boards.suggestions': announceSuggestions,
}
