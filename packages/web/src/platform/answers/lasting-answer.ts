import { type ReadonlySignal, signal } from '@preact/signals-core'
import { useEffect } from 'react'
import { clock, sleep, type Clock } from '../dom/clock.ts'
import { useSignal } from '../dom/use-signal.ts'
import { getRetryDelayMs, shouldRetry } from './retries.ts'

interface AnswerState<Data> {
  readonly data: Data | undefined
  /** Requested, or about to be. */
  readonly isPending: boolean
}

/** An answer that does not change while the page is open, for screens that do without the cache of queries. */
export class LastingAnswer<Data> {
  readonly #state = signal<AnswerState<Data>>({ data: undefined, isPending: true })
  readonly #send: () => Promise<Data>
  readonly #clock: Clock
  #isRequested = false

  constructor(send: () => Promise<Data>, on: Clock = clock) {
    this.#send = send
    this.#clock = on
  }

  get state(): ReadonlySignal<AnswerState<Data>> {
    return this.#state
  }

  /** Requests the answer unless it is there or on its way; a failure can be requested again. */
  async request(): Promise<void> {
    if (this.#isRequested) return
    this.#isRequested = true
    this.#state.value = { data: undefined, isPending: true }
    let data: Data | undefined
    for (let failures = 0; data === undefined; failures++)
      try {
        data = await this.#send()
      } catch (error) {
        if (!shouldRetry(failures, error)) break
        await sleep(getRetryDelayMs(failures), this.#clock)
      }
    this.#isRequested = data !== undefined
    this.#state.value = { data, isPending: false }
  }
}

/** Requests an answer when the component is shown, and again after a failure when the network or the tab is back. */
export function useLastingAnswer<Data>(answer: LastingAnswer<Data> | null): AnswerState<Data> {
  useEffect(() => {
    if (!answer) return
    const request = (): void => void answer.request()
    request()
    window.addEventListener('online', request)
    document.addEventListener('visibilitychange', request)
    return () => {
      window.removeEventListener('online', request)
      document.removeEventListener('visibilitychange', request)
    }
  }, [answer])
  return useSignal(answer?.state ?? noAnswer)
}

const noAnswer: ReadonlySignal<AnswerState<never>> = signal({ data: undefined, isPending: false })
