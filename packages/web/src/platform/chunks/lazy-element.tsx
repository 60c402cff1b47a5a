import { type ComponentType, useEffect, useSyncExternalStore } from 'react'
import type { LazyCode } from './lazy-code.ts'

/**
 * A component whose code loads when it is first rendered, unless it was preloaded: then it is shown at once. Until it is
 * there, and if it does not load, it renders nothing.
 */
export function lazyElement<Props extends object>(
  code: LazyCode<ComponentType<Props>>,
): ComponentType<Props> {
  return function LazyElement(props) {
    const Content = useSyncExternalStore(code.subscribe, code.getLoaded)
    useEffect(() => void code.load(), [])
    return Content && <Content {...props} />
  }
}
