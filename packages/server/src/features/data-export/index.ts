export { user } from './handlers.ts'
export { openArchive } from './open-archive.ts'
