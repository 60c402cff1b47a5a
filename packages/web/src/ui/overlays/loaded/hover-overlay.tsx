import type { ReactNode } from 'react'
import { useOverlay } from '../overlay-context.ts'
import { PopoverOverlay } from './popover-overlay.tsx'

/** Time for the pointer to get from the button to the card. */
const transitionProps = { transition: 'fade', duration: 120, exitDelay: 150 } as const

/** The card of a button in `LazyOverlay` that opens by `hover`; it stays while the pointer is on it. */
export function HoverOverlay({ children }: { children: ReactNode }) {
  const { onChange } = useOverlay()
  const dropdown = { onMouseEnter: () => onChange(true), onMouseLeave: () => onChange(false) }
  return (
    <PopoverOverlay position="top" transitionProps={transitionProps} dropdown={dropdown}>
      {children}
    </PopoverOverlay>
  )
}
