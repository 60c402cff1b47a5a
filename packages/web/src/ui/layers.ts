import { useCallback, useEffect, useRef } from 'react'

const open: symbol[] = []

/**
 * Where one dialog opens another: says whether this one is the uppermost, the only one that Escape closes. The parts of
 * the library listen side by side and would all close at once.
 */
export function useLayer(opened: boolean): () => boolean {
  const own = useRef<symbol | null>(null)
  useEffect(() => {
    if (!opened) return
    const layer = Symbol('layer')
    own.current = layer
    open.push(layer)
    return () => void open.splice(open.indexOf(layer), 1)
  }, [opened])
  return useCallback(() => open.at(-1) === own.current, [])
}
