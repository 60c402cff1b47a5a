import { computed, effect } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { useCallback, useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react'

/** Reads a signal in a component and draws again when it changes. */
export function useSignal<T>(signal: ReadonlySignal<T>): T {
  const subscribe = useCallback((changed: () => void) => signal.subscribe(changed), [signal])
  const read = useCallback(() => signal.peek(), [signal])
  return useSyncExternalStore(subscribe, read)
}

/**
 * Reads what follows from signals, and draws again only when that changes: a board's camera or the cursors of others
 * change many times a second, what a button shows of them seldom. `source` owns the signals; `derive` reads nothing else,
 * and stands outside the component, so that the signal made of it outlives a drawing.
 */
export function useDerived<S, T>(
  source: S,
  derive: (source: S) => T,
  same: (a: T, b: T) => boolean = Object.is,
): T {
  const derived = useMemo(() => {
    let last: { readonly value: T } | undefined
    return computed(() => {
      const value = derive(source)
      if (!last || !same(last.value, value)) last = { value }
      return last.value
    })
  }, [source, derive, same])
  return useSignal(derived)
}

/** Runs at once and again whenever a signal read in it changes, for as long as the component is there. */
export function useSignalEffect(run: () => void): void {
  const latest = useEffectEvent(run)
  useEffect(() => effect(() => latest()), [])
}
