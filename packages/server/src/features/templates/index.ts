export { space } from './handlers.ts'
