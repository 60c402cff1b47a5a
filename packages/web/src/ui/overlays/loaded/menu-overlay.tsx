import { Menu } from '@mantine/core'
import type { MenuDropdownProps, MenuProps } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { OverlayAnchor } from './overlay-anchor.tsx'
import { useOverlay } from '../overlay-context.ts'

interface MenuOverlayProps extends Omit<MenuProps, 'children' | 'id' | 'opened' | 'onChange'> {
  dropdown?: Omit<MenuDropdownProps, 'children'>
  children: ReactNode
}

/** The menu of a button in `LazyOverlay`. */
export function MenuOverlay({ dropdown, children, ...props }: MenuOverlayProps) {
  const { id, target, opened, onChange } = useOverlay()
  // The library returns the focus only to where it was when an existing menu opened.
  const isMounted = useMounted()
  return (
    <Menu {...props} id={id} opened={opened && isMounted} onChange={onChange}>
      <Menu.Target>
        <OverlayAnchor element={target} />
      </Menu.Target>
      <Menu.Dropdown {...dropdown}>{children}</Menu.Dropdown>
    </Menu>
  )
}
