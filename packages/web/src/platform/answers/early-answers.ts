import { clock, type Clock } from '../dom/clock.ts'

interface EarlyQuery {
  readonly queryKey: readonly unknown[]
  queryFn(context: { signal: AbortSignal }): Promise<unknown>
}

/** Older answers may be outdated: nobody has asked for them, ms. */
const MAX_AGE_MS = 10_000

/** Requests that are sent before the code that shows their answers, and that caches them, has loaded. */
export class EarlyAnswers {
  readonly #clock: Clock
  readonly #answers = new Map<string, { readonly sentAtMs: number; readonly answer: Promise<unknown> }>()

  constructor(on: Clock) {
    this.#clock = on
  }

  /** Sends the request of a query now. A failure is left to the query. */
  request({ queryKey, queryFn }: EarlyQuery): void {
    const answer = queryFn({ signal: new AbortController().signal })
    answer.catch(() => undefined)
    this.#answers.set(JSON.stringify(queryKey), { sentAtMs: this.#clock.now(), answer })
  }

  /** The answer to a query that was requested, once; undefined if there is none. */
  take(queryKey: readonly unknown[]): Promise<unknown> | undefined {
    const key = JSON.stringify(queryKey)
    const early = this.#answers.get(key)
    this.#answers.delete(key)
    return early && this.#clock.now() - early.sentAtMs < MAX_AGE_MS ? early.answer : undefined
  }

  /** Answers to one person are not shown to the next one. */
  clear(): void {
    this.#answers.clear()
  }
}

export const earlyAnswers = new EarlyAnswers(clock)
