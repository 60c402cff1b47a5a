import { useMergedRef } from '@mantine/hooks'
import { cloneElement, useId, useState } from 'react'
import type { ComponentProps, ReactElement } from 'react'
import type { TooltipOverlay } from './loaded/tooltip-overlay.tsx'
import type { TooltipOptions } from './tooltip-options.ts'

type TargetProps = ComponentProps<'button'>

interface LazyTooltipProps extends TooltipOptions {
  disabled?: boolean
  /** What shows it; by default a mouse that rests on the control. */
  events?: { readonly hover: boolean; readonly focus: boolean; readonly touch: boolean }
  /** The control; it has a name of its own, since the tooltip may never come. */
  children: ReactElement<TargetProps>
}

let loaded: typeof TooltipOverlay | null = null

/** Without a word about failures: the control itself works, and the next pointer tries again. */
async function loadTooltip(): Promise<typeof TooltipOverlay | null> {
  try {
    loaded ??= (await import('./loaded/tooltip-overlay.tsx')).TooltipOverlay
  } catch {
    return null
  }
  return loaded
}

const mouseOnly = { hover: true, focus: false, touch: false }

/** A tooltip whose code loads when it is first needed. */
export function LazyTooltip(props: LazyTooltipProps) {
  const { disabled = false, events = mouseOnly, children, ...options } = props
  const own = children.props
  const id = useId()
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const [shownBy, setShownBy] = useState<'pointer' | 'focus' | null>(null)
  const [Overlay, setOverlay] = useState<typeof TooltipOverlay | null>(null)
  if (disabled && shownBy !== null) setShownBy(null)
  const show = (by: 'pointer' | 'focus') => {
    if (disabled) return
    setShownBy(by)
    if (!Overlay) void loadTooltip().then((overlay) => setOverlay(() => overlay))
  }
  const control = cloneElement<TargetProps>(children, {
    ref: useMergedRef(own.ref, setTarget),
    ...(Overlay && shownBy !== null
      ? { 'aria-describedby': [own['aria-describedby'], id].filter(Boolean).join(' ') }
      : {}),
    onPointerEnter(event) {
      own.onPointerEnter?.(event)
      if (event.pointerType === 'mouse' ? events.hover : events.touch) show('pointer')
    },
    onPointerLeave(event) {
      own.onPointerLeave?.(event)
      // A finger leaves at once; its tooltip stays until the next touch.
      if (event.pointerType === 'mouse') setShownBy(null)
    },
    onFocus(event) {
      own.onFocus?.(event)
      if (events.focus && event.currentTarget.matches(':focus-visible')) show('focus')
    },
    onBlur(event) {
      own.onBlur?.(event)
      setShownBy(null)
    },
  })
  return (
    <>
      {control}
      {Overlay && target && (
        <Overlay
          {...options}
          id={id}
          target={target}
          shownBy={disabled ? null : shownBy}
          onClose={() => setShownBy(null)}
        />
      )}
    </>
  )
}
