import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { SpaceSort } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { MenuOverlay } from '../../../ui/overlays/loaded/menu-overlay.tsx'

/** The orders of the list of boards. */
export function SortItems({ current, onChange }: { current: SpaceSort; onChange(sort: SpaceSort): void }) {
  const { t } = useTranslation('dashboard')
  return (
    <MenuOverlay position="bottom-end">
      {SpaceSort.options.map((sort) => (
        <Menu.Item
          key={sort}
          aria-current={sort === current}
          rightSection={sort === current ? <IconCheck size={16} stroke={1.5} /> : null}
          onClick={() => onChange(sort)}
        >
          {t(`sort.${sort}`)}
        </Menu.Item>
      ))}
    </MenuOverlay>
  )
}
