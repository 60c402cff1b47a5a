import { effect } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** Reads a signal in a component and draws again when it changes. */
export function useSignal<T>(signal: ReadonlySignal<T>): T {
  const subscribe = useCallback((changed: () => void) => signal.subscribe(changed), [signal])
  const read = useCallback(() => signal.peek(), [signal])
  return useSyncExternalStore(subscribe, read)
}

/** Runs at once and again whenever a signal read in it changes, for as long as the component is there. */
export function useSignalEffect(run: () => void): void {
  const latest = useEffectEvent(run)
  useEffect(() => effect(() => latest()), [])
}
