export { sweepFeedback, user } from './handlers.ts'
