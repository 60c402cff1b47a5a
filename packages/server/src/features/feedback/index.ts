export { cleanUpFeedback, user } from './handlers.ts'
