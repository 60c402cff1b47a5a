export { openFile, receiveFile } from './transfer.ts'
export { file } from './handlers.ts'
export { fileJobs, cleanUpFiles } from './jobs.ts'
export { collectUnusedFiles } from './unused.ts'
