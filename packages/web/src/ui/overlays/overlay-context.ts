import { createContext, use } from 'react'

/** What the content of an overlay needs to know of the button that opens it. */
export interface OverlayState {
  /** Id of the button, which labels the overlay. */
  readonly id: string
  readonly target: HTMLElement
  readonly opened: boolean
  onChange(opened: boolean): void
}

export const OverlayContext = createContext<OverlayState | null>(null)

export function useOverlay(): OverlayState {
  const state = use(OverlayContext)
  if (state === null) throw new Error('An overlay is rendered by LazyOverlay only')
  return state
}
