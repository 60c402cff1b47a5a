import { CloseButton, Modal } from '@mantine/core'
import { useMediaQuery, useMounted } from '@mantine/hooks'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { PopoverOverlay } from '../../ui/overlays/loaded/popover-overlay.tsx'
import { useOverlay } from '../../ui/overlays/overlay-context.ts'
import { NotificationPanel } from './notification-panel.tsx'
import classes from './notifications.module.css'

/** The notifications in a popover, on narrow screens on the whole screen. */
export function NotificationOverlay() {
  const { t } = useTranslation('notifications')
  const { opened, onChange } = useOverlay()
  const isNarrow = useMediaQuery('(max-width: 37.5em)', false, { getInitialValueInEffect: false })
  const isMounted = useMounted()
  const titleId = useId()
  const close = () => onChange(false)
  if (!isNarrow)
    return (
      <PopoverOverlay
        position="bottom-end"
        offset={8}
        width={416}
        trapFocus
        returnFocus
        dropdown={{ className: classes.popover ?? '', 'aria-labelledby': titleId }}
      >
        <NotificationPanel titleId={titleId} onClose={close} />
      </PopoverOverlay>
    )
  return (
    <Modal.Root opened={opened && isMounted} onClose={close} fullScreen aria-labelledby={titleId}>
      <Modal.Content aria-labelledby={titleId} radius={0}>
        <Modal.Body className={classes.sheet ?? ''}>
          <NotificationPanel
            titleId={titleId}
            onClose={close}
            closeButton={<CloseButton aria-label={t('common:act.close')} onClick={close} />}
          />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
