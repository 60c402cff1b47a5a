import { effect } from '@preact/signals-core'

/** Resolves once the condition, which reads signals, holds. Rejects when aborted. */
export async function waitUntil(isMet: () => boolean, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  let stop = (): void => undefined
  const met = new Promise<void>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
    stop = effect(() => {
      if (isMet()) resolve()
    })
  })
  await met.finally(stop)
}
