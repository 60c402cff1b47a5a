import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../properties/properties.module.css'

interface PropertiesSheetProps {
  opened: boolean
  title: ReactNode
  onClose(): void
  children: ReactNode
}

/** A panel of properties on narrow screens. */
export function PropertiesSheet({ opened, title, onClose, children }: PropertiesSheetProps) {
  const { t } = useTranslation('board')
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="auto"
      title={title}
      radius="12px 12px 0 0"
      classNames={{ inner: classes.sheetInner ?? '', content: classes.sheet ?? '' }}
      overlayProps={{ backgroundOpacity: 0.12 }}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      {children}
    </Drawer>
  )
}
