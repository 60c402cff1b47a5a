import { useImperativeHandle } from 'react'
import type { Ref } from 'react'

/** Stands for the button in the library's overlays, which would otherwise have to render it themselves. */
export function OverlayAnchor({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element, [element])
  return null
}
