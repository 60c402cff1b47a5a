import { Button, Text } from '@mantine/core'
import { planLimits } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { payment } from '../../state/index.ts'
import type { SeatRequest } from '../../state/payment.ts'
import { isActive } from './order.ts'
import { useHasOffers, useSubscription } from './queries.ts'

/** Says in the offer and the cart whom the purchase lets in. */
export function SeatRequestLine({ request }: { request: SeatRequest }) {
  const { t } = useTranslation('billing')
  return <Text size="sm">{t('seats.request', { name: request.name })}</Text>
}

interface AddSeatProps {
  request: SeatRequest
  /** May this person buy one? */
  isOwner: boolean
  size?: 'compact-sm'
}

/** The answer to somebody for whom no seat is left: the price first, and the purchase lets them in. */
export function AddSeat({ request, isOwner, size }: AddSeatProps) {
  const { t } = useTranslation()
  const hasOffers = useHasOffers()
  const { data: bought } = useSubscription({ enabled: isOwner && hasOffers })
  if (!isOwner || !hasOffers)
    return (
      <Text size="sm" c="dimmed">
        {t(isOwner ? 'common:limits.noSeat' : 'common:limits.askOwner')}
      </Text>
    )
  const open = () => {
    if (!bought) return
    payment.setSeatRequest(request)
    const { plan, num, seats } = bought
    if (plan === 'free' || !isActive(bought) || seats.paid >= planLimits[plan].members)
      return payment.setOffer(true)
    payment.choose(num)
    void payment.choosePlan(plan)
    payment.setCart(true)
  }
  return (
    <Button {...(size ? { size, variant: 'light' } : {})} loading={!bought} onClick={open}>
      {t('common:limits.addSeat')}
    </Button>
  )
}
