import { Drawer, Popover, useComputedColorScheme } from '@mantine/core'
import { toneOf } from '@tavla/canvas'
import { IconAdjustmentsHorizontal, IconArrowsRightLeft, IconTypography } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BarButton } from '../bar-button.tsx'
import { useBoard } from '../board-context.ts'
import classes from './properties.module.css'
import { isMixed, valueOf } from './style-sections.ts'
import type { StyleMap, StyleSection } from './style-sections.ts'

interface BehindButtonProps {
  label: string
  face: ReactNode
  /** Behind the button lies a sheet instead of a small window. */
  narrow: boolean
  testId?: string
  children: ReactNode
}

/** A button with more behind it: a small window beside it, or a sheet from the bottom on narrow screens. */
export function BehindButton({ label, face, narrow, testId, children }: BehindButtonProps) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const [opened, setOpened] = useState(false)
  const button = (
    <BarButton
      label={label}
      aria-expanded={opened}
      aria-haspopup="dialog"
      data-testid={testId}
      onClick={() => setOpened(!opened)}
    >
      {face}
    </BarButton>
  )
  if (narrow)
    return (
      <>
        {button}
        <Drawer
          opened={opened}
          onClose={() => setOpened(false)}
          position="bottom"
          size="auto"
          title={label}
          radius="12px 12px 0 0"
          overlayProps={{ backgroundOpacity: 0.12 }}
          closeButtonProps={{ 'aria-label': t('common:act.close') }}
        >
          {children}
        </Drawer>
      </>
    )
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      onClose={() => board.focus()}
      position="bottom"
      offset={10}
      trapFocus
      withinPortal
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown p="md" aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

/** What a section holds now, in small. */
export function SectionFace({ section, style }: { section: StyleSection; style: StyleMap }) {
  const theme = useComputedColorScheme('light')
  if (section === 'text') return <IconTypography size={20} stroke={1.5} aria-hidden />
  if (section === 'ends') return <IconArrowsRightLeft size={20} stroke={1.5} aria-hidden />
  if (section === 'look') return <IconAdjustmentsHorizontal size={20} stroke={1.5} aria-hidden />
  const field = section === 'fill' ? 'fill' : 'stroke'
  const value = valueOf(style, field)
  const shape = section === 'line' ? classes.ring : ''
  if (isMixed(style, field)) return <span className={`${classes.sample} ${classes.mixed}`} />
  if (typeof value !== 'string' || value === 'none')
    return <span className={`${classes.sample} ${classes.none}`} />
  const tone = section === 'fill' && valueOf(style, 'fillStyle') !== 'solid' ? 'soft' : 'strong'
  const color = toneOf(value, tone, theme)
  return (
    <span
      className={`${classes.sample} ${shape}`}
      style={section === 'line' ? { borderColor: color } : { background: color }}
    />
  )
}
