import type { Icon } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import { LazyTooltip } from '../../ui/overlays/lazy-tooltip.tsx'
import classes from './float.module.css'
import { ariaShortcut, shortcutText } from './menus/shortcut.ts'

interface BarButtonProps extends ComponentProps<'button'> {
  label: string
  Icon?: Icon
  /** In the notation of commands and tools: `Mod+Shift+G`. */
  shortcut?: string | undefined
  /** Marks a button that opens a menu of related tools. */
  more?: boolean
  /** Shown instead of or next to the icon. */
  children?: ReactNode
  tooltipPosition?: 'top' | 'bottom' | 'right' | 'left'
}

/** A button of a floating bar: an icon, with its name and shortcut in the tooltip. */
export function BarButton(props: BarButtonProps) {
  const { label, Icon, shortcut, more, children, tooltipPosition = 'top', className, ...rest } = props
  const keys = shortcutText(shortcut)
  // What the button opened is where the tooltip would be.
  const opened = rest['aria-expanded'] === true || rest['aria-expanded'] === 'true'
  return (
    <LazyTooltip
      label={keys ? `${label}  ${keys}` : label}
      position={tooltipPosition}
      events={tooltipEvents}
      disabled={opened}
    >
      <button
        aria-label={label}
        aria-keyshortcuts={ariaShortcut(shortcut)}
        className={[classes.button, more ? classes.more : '', className ?? ''].join(' ')}
        {...rest}
        type="button"
      >
        {Icon && <Icon size="1.25rem" stroke={1.5} aria-hidden />}
        {children}
      </button>
    </LazyTooltip>
  )
}

/** On touch screens a tooltip would be in the way. */
const canHover = matchMedia('(hover: hover)').matches
const tooltipEvents = { hover: canHover, focus: canHover, touch: false }

export function Rule() {
  return <span className={classes.rule} aria-hidden="true" />
}
