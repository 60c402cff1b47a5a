import { useCallback, useEffect, useRef } from 'react'

const open: symbol[] = []

/**
 * Whether this dialog is the uppermost of nested ones, and the only one that Escape closes. The library's dialogs
 * listen independently and would all close at once.
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
