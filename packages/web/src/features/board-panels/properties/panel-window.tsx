import { FocusTrap } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { findOpener } from '../reading/opener.ts'
import classes from './properties.module.css'
import { useMeasured } from './use-measured.ts'
import type { Size } from './bar-position.ts'

interface PanelWindowProps {
  label: string
  /** Computes its position from its size. */
  getPosition(size: Size): { x: number; y: number }
  /** False while text is edited, so that the caret keeps focus. */
  takesFocus: boolean
  /** The content names the field that gets focus first. */
  hasFirstField: boolean
  onClose(): void
  children: ReactNode
}

/** A small panel next to the properties bar. Escape and a press outside close it. */
export function PanelWindow(props: PanelWindowProps) {
  const { label, getPosition, takesFocus, hasFirstField, onClose, children } = props
  // Read before the panel takes the focus.
  const [opener] = useState(findOpener)
  const { size, measure } = useMeasured({ w: 274, h: 320 })
  const clickOutsideRef = useClickOutside<HTMLDivElement>(
    (event) => {
      // The buttons of the bar open and close it themselves.
      if (!(event.target as Element).closest(`.${classes.place}`)) onClose()
    },
    ['pointerdown'],
  )
  const position = getPosition(size)
  return (
    <div
      ref={measure}
      className={classes.window}
      style={{ transform: `translate(${Math.round(position.x)}px, ${Math.round(position.y)}px)` }}
    >
      <FocusTrap active={takesFocus}>
        <div
          ref={clickOutsideRef}
          role="dialog"
          aria-label={label}
          data-testid="properties-panel"
          onMouseDown={(event) => {
            const field = (event.target as Element).closest('input')
            if (!takesFocus && !field) event.preventDefault()
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            onClose()
            opener?.focus()
          }}
        >
          {!hasFirstField && <div tabIndex={-1} data-autofocus className={classes.start} />}
          {children}
        </div>
      </FocusTrap>
    </div>
  )
}
