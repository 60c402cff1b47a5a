export { space } from './handlers.ts'
export { cleanUpHistory } from './sweep.ts'
