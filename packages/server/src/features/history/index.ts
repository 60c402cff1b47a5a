export { space } from './handlers.ts'
export { cleanUpHistory } from './cleanup.ts'
