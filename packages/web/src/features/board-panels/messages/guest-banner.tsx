import { Button, CloseButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from '../../../platform/navigation/link.tsx'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { session } from '../../../state/index.ts'
import classes from '../../../ui/banner.module.css'
import { useClosedBanner } from '../../account/index.ts'

/** Offers guests an account, so that they keep their work; can be dismissed. */
export function GuestBanner() {
  const { t } = useTranslation('board')
  const guest = useSignal(session.userInfo)?.kind === 'guest'
  const [closed, close] = useClosedBanner('guest')
  if (!guest || closed) return null
  return (
    <div className={classes.banner} data-testid="guest">
      <span>{t('guest.text')}</span>
      <Button component={Link} to="/userinfo#upgrade" size="compact-sm" variant="light">
        {t('guest.act')}
      </Button>
      <CloseButton
        className={classes.close ?? ''}
        size="sm"
        aria-label={t('common:act.close')}
        onClick={close}
      />
    </div>
  )
}
