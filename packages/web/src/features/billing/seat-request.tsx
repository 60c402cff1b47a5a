import { Button, Text } from '@mantine/core'
import { planLimits } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { payment } from '../../state/index.ts'
import type { SeatRequest } from '../../state/payment.ts'
import { isActive } from './order.ts'
import { useHasOffers, useSubscription } from './queries.ts'

/** Names the person whose seat request the purchase answers. */
export function SeatRequestLine({ request }: { request: SeatRequest }) {
  const { t } = useTranslation('billing')
  return <Text size="sm">{t('seats.request', { name: request.name })}</Text>
}

interface AddSeatProps {
  request: SeatRequest
  /** Only the owner can buy a seat. */
  isOwner: boolean
  size?: 'compact-sm'
}

/** Opens the order of one more seat for an access request. */
export function AddSeat({ request, isOwner, size }: AddSeatProps) {
  const { t } = useTranslation()
  const hasOffers = useHasOffers()
  const { data: subscription } = useSubscription({ enabled: isOwner && hasOffers })
  if (!isOwner || !hasOffers)
    return (
      <Text size="sm" c="dimmed">
        {t(isOwner ? 'common:limits.noSeat' : 'common:limits.askOwner')}
      </Text>
    )
  const open = () => {
    if (!subscription) return
    payment.setSeatRequest(request)
    const { plan, num, seats } = subscription
    if (plan === 'free' || !isActive(subscription) || seats.paid >= planLimits[plan].members)
      return payment.setOffer(true)
    payment.choose(num)
    void payment.choosePlan(plan)
    payment.setCart(true)
  }
  return (
    <Button {...(size ? { size, variant: 'light' } : {})} loading={!subscription} onClick={open}>
      {t('common:limits.addSeat')}
    </Button>
  )
}
