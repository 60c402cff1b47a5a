import type { FloatingPosition } from '@mantine/core'
import type { ReactNode } from 'react'

export interface TooltipOptions {
  label: ReactNode
  position?: FloatingPosition
  /** Several lines, of the width `maw` in pixels. */
  multiline?: boolean
  maw?: number
}
