import { api } from '../../platform/network/api.ts'
import { LastingAnswer, useLastingAnswer } from '../../platform/answers/lasting-answer.ts'

const config = new LastingAnswer(() => api.auth.config({}, { quiet: true }))

/** The server's configuration; it does not change while the page is open. */
export function useConfig() {
  return useLastingAnswer(config)
}
