import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../dashboard.module.css'

interface FiltersDrawerProps {
  opened: boolean
  onClose(): void
  children: ReactNode
}

/** On narrow screens, filters and folders are in a drawer. */
export function FiltersDrawer({ opened, onClose, children }: FiltersDrawerProps) {
  const { t } = useTranslation('dashboard')
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="auto"
      title={t('filters')}
      classNames={{ content: classes.sheet ?? '' }}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      {children}
    </Drawer>
  )
}
