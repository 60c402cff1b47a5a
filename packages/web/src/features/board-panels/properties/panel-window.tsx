import { FocusTrap } from '@mantine/core'
import { useClickOutside } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './properties.module.css'
import { useMeasured } from './use-measured.ts'
import type { Size } from './place-bar.ts'

interface PanelWindowProps {
  label: string
  /** Where it stands, knowing its size. */
  place(size: Size): { x: number; y: number }
  /** False while text is typed: the caret stays where it is. */
  takesFocus: boolean
  onClose(): void
  children: ReactNode
}

/** A small window beside the properties bar. Escape and a press elsewhere close it. */
export function PanelWindow({ label, place, takesFocus, onClose, children }: PanelWindowProps) {
  const { size, measure } = useMeasured({ w: 274, h: 320 })
  const outside = useClickOutside<HTMLDivElement>(
    (event) => {
      // The bar's own buttons open and close by themselves.
      if (!(event.target as Element).closest(`.${classes.place}`)) onClose()
    },
    ['pointerdown'],
  )
  const at = place(size)
  return (
    <div
      ref={measure}
      className={classes.window}
      style={{ transform: `translate(${Math.round(at.x)}px, ${Math.round(at.y)}px)` }}
    >
      <FocusTrap active={takesFocus}>
        <div
          ref={outside}
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
          }}
        >
          <div tabIndex={-1} data-autofocus className={classes.start} />
          {children}
        </div>
      </FocusTrap>
    </div>
  )
}
