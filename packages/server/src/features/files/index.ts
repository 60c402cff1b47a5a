export { openFile, receiveFile } from './door.ts'
export { file } from './handlers.ts'
export { fileJobs, sweepFiles } from './jobs.ts'
