import { Tooltip } from '@mantine/core'
import { useDebouncedValue, useMounted, useWindowEvent } from '@mantine/hooks'
import type { TooltipOptions } from '../tooltip-options.ts'

interface TooltipOverlayProps extends TooltipOptions {
  id: string
  target: HTMLElement
  /** Null while it is hidden. */
  shownBy: 'pointer' | 'focus' | null
  onClose(): void
}

/** Time that a pointer rests on the control before its tooltip shows. */
const restMs = 400

/** The tooltip of a control in `LazyTooltip`. */
export function TooltipOverlay({ id, label, shownBy, target, onClose, ...options }: TooltipOverlayProps) {
  const isWanted = useMounted() && shownBy !== null
  const [isDue] = useDebouncedValue(isWanted, shownBy === 'pointer' ? restMs : 0)
  useWindowEvent('keydown', (event) => {
    if (isWanted && event.key === 'Escape') onClose()
  })
  useWindowEvent('pointerdown', (event) => {
    if (isWanted && event.target instanceof Node && !target.contains(event.target)) onClose()
  })
  return (
    <Tooltip {...options} target={target} opened={isWanted && isDue} label={<span id={id}>{label}</span>} />
  )
}
