import type { Jobs } from '../../jobs/worker.ts'
import { lookAtBoard } from './look.ts'
import { tellOfSuggestions } from './suggestions.ts'
import { survey } from './survey.ts'

export { boardChanged, promiseLook } from './changed.ts'
export { opensPicture, pictureAddress, readPicture } from './picture-address.ts'
export type { PictureAsked, PictureKind } from './picture-address.ts'
export { payWork } from './pay-work.ts'
export { keysOfPicture } from './pictures.ts'
export { matchesIn, wroteIn } from './search.ts'
export { suggestionsChanged } from './suggestions.ts'
export { surveyBoards } from './survey.ts'
export { prepareSearch } from './prepare-search.ts'

export const boardJobs: Jobs = {
  'boards.look': lookAtBoard,
  'boards.survey': survey,
  'boards.suggestions': tellOfSuggestions,
}
