export { openFile, receiveFile } from './door.ts'
export { file } from './handlers.ts'
export { fileJobs, cleanUpFiles } from './jobs.ts'
