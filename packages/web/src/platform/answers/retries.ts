import { Refusal } from '@tavla/contract'

const maxRetries = 2

/** Refusals are final; missing answers are requested twice more. */
export function shouldRetry(failures: number, error: unknown): boolean {
  return !(error instanceof Refusal) && failures < maxRetries
}

export function getRetryDelayMs(failures: number): number {
  return Math.min(1000 * 2 ** failures, 4000)
}
