import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/network/api.ts'
import { callQuery } from '../../platform/network/call-query.ts'
import { getLanguage } from '../../platform/i18n.ts'
import { getUpgradeUrl } from '../../platform/dom/url.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { payment, session } from '../../state/index.ts'
import type { PaidPlan } from '../../state/payment.ts'
import { useLayer } from '../../ui/layers.ts'
import classes from './billing.module.css'
import { freeLimits, getPlanLines, getSeatPrice, PeriodChoice, PlanCard } from './plan-choice.tsx'
import { LimitText } from './limit-line.tsx'
import { SeatRequestLine } from './seat-request.tsx'
import { useHasOffers, useLimits } from './queries.ts'

/** Prices and limits of all plans, the caller's usage, and the choice to stay on the free plan. */
export function OfferDialog() {
  const { t } = useTranslation('billing')
  const open = useSignal(payment.offerShow)
  const isUppermost = useLayer(open)
  const close = () => isUppermost() && payment.setOffer(false)
  return (
    <Modal
      opened={open}
      onClose={close}
      size={920}
      title={t('offer.title')}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      {open && <Offer onClose={close} />}
    </Modal>
  )
}

const plans: readonly PaidPlan[] = ['pro', 'team']

function useProducts(plan: PaidPlan) {
  return useQuery({
    ...callQuery(api.subscription.products, { query: { lang: getLanguage(), plan } }, { quiet: true }),
    select: ({ list }) => list,
    staleTime: Infinity,
  })
}

function Offer({ onClose }: { onClose(): void }) {
  const { t, i18n } = useTranslation('billing')
  const { data: limits } = useLimits()
  const hasOffers = useHasOffers()
  const ownPlan = useSignal(session.sub_type)
  const seatRequest = useSignal(payment.seatRequest)
  const guest = useSignal(session.userInfo)?.kind === 'guest'
  const stayFree = useMutation({
    mutationFn: () => api.user.goOnFree({}, { quiet: true }),
    onSuccess: (user) => session.updateUser(user),
    onSettled: onClose,
  })
  return (
    <Stack gap="md">
      <Text>{t(hasOffers ? 'offer.text' : 'offer.noProducts')}</Text>
      {seatRequest && <SeatRequestLine request={seatRequest} />}
      {limits && (
        <Stack gap="xs">
          <LimitText name="spaces" limit={limits.spaces} plain />
          {ownPlan === 'free' && <LimitText name="members" limit={limits.members} plain />}
          <LimitText name="storage" limit={limits.storage} plain />
          <LimitText name="voice" limit={limits.voice} plain />
          <LimitText name="history" limit={limits.history} plain />
        </Stack>
      )}
      {hasOffers && (
        <>
          <PeriodChoice />
          <div className={classes.plans}>
            <PlanCard
              name={t('plans.free')}
              price={t('offer.freePrice')}
              per={t('offer.freePer')}
              lines={getPlanLines(freeLimits, t, i18n.language)}
              current={ownPlan === 'free'}
            />
            {plans.map((plan) => (
              <PaidPlanCard key={plan} plan={plan} current={ownPlan === plan} guest={guest} />
            ))}
          </div>
          <Text size="sm" c="dimmed">
            {t('offer.tax')}
          </Text>
        </>
      )}
      <Group justify="flex-end" gap="xs">
        {ownPlan === 'free' && hasOffers && !guest && (
          <Button variant="default" loading={stayFree.isPending} onClick={() => stayFree.mutate()}>
            {t('offer.stay')}
          </Button>
        )}
        {guest && hasOffers && (
          <Anchor size="sm" href={getUpgradeUrl(location)}>
            {t('offer.guest')}
          </Anchor>
        )}
        {!hasOffers && <Button onClick={onClose}>{t('common:act.understood')}</Button>}
      </Group>
    </Stack>
  )
}

function PaidPlanCard({ plan, current, guest }: { plan: PaidPlan; current: boolean; guest: boolean }) {
  const { t, i18n } = useTranslation('billing')
  const curType = useSignal(payment.curType)
  const { data: products = [] } = useProducts(plan)
  const product = products.find(({ num }) => num === curType)
  if (!product) return null
  const choose = () => {
    void payment.choosePlan(plan)
    payment.setCart(true)
  }
  return (
    <PlanCard
      name={t(`plans.${plan}`)}
      price={getSeatPrice(product, i18n.language)}
      per={t(product.num === 12 ? 'offer.perYear' : 'offer.perMonth')}
      lines={getPlanLines(product.limits, t, i18n.language)}
      current={current}
    >
      {guest ? (
        <Button fullWidth component="a" href={getUpgradeUrl(location)}>
          {t('common:account.upgrade')}
        </Button>
      ) : (
        <Button fullWidth variant={current ? 'default' : 'filled'} onClick={choose}>
          {t(current ? 'offer.change' : 'offer.choose', { plan: t(`plans.${plan}`) })}
        </Button>
      )}
    </PlanCard>
  )
}
