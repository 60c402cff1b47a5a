import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { getUpgradeUrl } from '../../platform/dom/url.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { payment, session } from '../../state/index.ts'
import { useHasOffers } from './queries.ts'

/** Opens the plans from a limit, or leads a guest to an account; absent where nothing is for sale. */
export function OffersButton({ onOpen, size = 'xs' }: { onOpen?: () => void; size?: 'xs' | 'sm' }) {
  const { t } = useTranslation()
  const hasOffers = useHasOffers()
  const guest = useSignal(session.userInfo)?.kind === 'guest'
  if (guest)
    return (
      <Button size={size} variant="default" component="a" href={getUpgradeUrl(location)}>
        {t('account.upgrade')}
      </Button>
    )
  if (!hasOffers) return null
  const open = () => {
    onOpen?.()
    payment.setOffer(true)
  }
  return (
    <Button size={size} variant="default" onClick={open}>
      {t('limits.plans')}
    </Button>
  )
}
