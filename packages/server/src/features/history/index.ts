export { space } from './handlers.ts'
export { sweepHistory } from './sweep.ts'
