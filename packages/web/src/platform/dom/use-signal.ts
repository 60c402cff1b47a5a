import { computed, effect } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { useCallback, useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react'

/** Reads a signal in a component and renders again when it changes. */
export function useSignal<T>(signal: ReadonlySignal<T>): T {
  const subscribe = useCallback((changed: () => void) => signal.subscribe(changed), [signal])
  const read = useCallback(() => signal.peek(), [signal])
  return useSyncExternalStore(subscribe, read)
}

/**
 * Reads a value derived from signals, and renders again only when that changes: camera and cursors change many
 * times per second, but what a button shows of them rarely. `source` owns the signals; `derive` reads nothing else
 * and is defined outside the component, so that the computed signal survives renders.
 */
export function useDerived<S, T>(
  source: S,
  derive: (source: S) => T,
  isEqual: (a: T, b: T) => boolean = Object.is,
): T {
  const derived = useMemo(() => {
    let last: { readonly value: T } | undefined
    return computed(() => {
      const value = derive(source)
      if (!last || !isEqual(last.value, value)) last = { value }
      return last.value
    })
  }, [source, derive, isEqual])
  return useSignal(derived)
}

/** Runs at once and whenever a signal read in it changes, while the component is mounted. */
export function useSignalEffect(run: () => void): void {
  const latest = useEffectEvent(run)
  useEffect(() => effect(() => latest()), [])
}
