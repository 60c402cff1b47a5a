import { Popover } from '@mantine/core'
import type { PopoverDropdownProps, PopoverProps } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { OverlayAnchor } from './overlay-anchor.tsx'
import { useOverlay } from '../overlay-context.ts'

interface PopoverOverlayProps extends Omit<PopoverProps, 'children' | 'id' | 'opened' | 'onChange'> {
  dropdown?: Omit<PopoverDropdownProps, 'children'>
  children: ReactNode
}

/** The popover of a button in `LazyOverlay`. */
export function PopoverOverlay({ dropdown, children, ...props }: PopoverOverlayProps) {
  const { id, target, opened, onChange } = useOverlay()
  // The library returns the focus only to where it was when an existing popover opened.
  const isMounted = useMounted()
  return (
    <Popover {...props} id={id} opened={opened && isMounted} onChange={onChange}>
      <Popover.Target>
        <OverlayAnchor element={target} />
      </Popover.Target>
      <Popover.Dropdown {...dropdown}>{children}</Popover.Dropdown>
    </Popover>
  )
}
