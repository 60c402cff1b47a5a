import { useComputedColorScheme } from '@mantine/core'
import { getTone } from '@tavla/canvas'
import {
  IconAdjustmentsHorizontal,
  IconArrowsRightLeft,
  IconLink,
  IconPhotoEdit,
  IconStack2,
  IconTypography,
  IconUserShield,
} from '@tabler/icons-react'
import { BarButton } from '../bar-button.tsx'
import classes from './properties.module.css'
import { isMixed, getValue } from './style-sections.ts'
import type { StyleMap, StyleSection } from './style-sections.ts'
import { useFillTheme } from './use-fill-theme.ts'

/** The panel that a button of the bar opens. */
export type PanelName = StyleSection | 'arrange' | 'access' | 'link' | 'image'

interface SectionButtonProps {
  label: string
  name: PanelName
  shortcut?: string | undefined
  style: StyleMap
  opened: PanelName | null
  onOpen(name: PanelName | null): void
}

/** A button that opens a panel. */
export function SectionButton({ label, name, shortcut, style, opened, onOpen }: SectionButtonProps) {
  const isOpen = opened === name
  return (
    <BarButton
      label={label}
      shortcut={shortcut}
      aria-expanded={isOpen}
      aria-haspopup="dialog"
      data-testid={`section-${name}`}
      onClick={() => onOpen(isOpen ? null : name)}
    >
      <SectionIcon name={name} style={style} />
    </BarButton>
  )
}

const iconProps = { size: 20, stroke: 1.5, 'aria-hidden': true } as const

/** A preview of the section's current value. */
function SectionIcon({ name, style }: { name: PanelName; style: StyleMap }) {
  const theme = useComputedColorScheme('light')
  const fillTheme = useFillTheme()
  if (name === 'text') return <IconTypography {...iconProps} />
  if (name === 'ends') return <IconArrowsRightLeft {...iconProps} />
  if (name === 'look') return <IconAdjustmentsHorizontal {...iconProps} />
  if (name === 'arrange') return <IconStack2 {...iconProps} />
  if (name === 'image') return <IconPhotoEdit {...iconProps} />
  if (name === 'link') return <IconLink {...iconProps} />
  if (name === 'access') return <IconUserShield {...iconProps} />
  const field = name === 'fill' ? 'fill' : 'stroke'
  const value = getValue(style, field)
  if (isMixed(style, field)) return <span className={`${classes.sample} ${classes.mixed}`} />
  if (typeof value !== 'string' || value === 'none')
    return <span className={`${classes.sample} ${classes.none}`} />
  const tone = name === 'fill' && getValue(style, 'fillStyle') !== 'solid' ? 'soft' : 'strong'
  const color = getTone(value, tone, name === 'fill' ? fillTheme : theme)
  return (
    <span
      className={`${classes.sample} ${name === 'line' ? classes.ring : ''}`}
      style={name === 'line' ? { borderColor: color } : { background: color }}
    />
  )
}
