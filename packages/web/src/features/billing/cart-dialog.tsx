import { Button, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import type { Product, Subscription } from '@tavla/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../platform/dom/clock.ts'
import { getFailureText, isRefusal } from '../../platform/failure.ts'
import { longDate } from '../../platform/format.ts'
import { RefusalFacts } from '../../platform/network/refusal-facts.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { payment, session } from '../../state/index.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useLayer } from '../../ui/layers.ts'
import classes from './billing.module.css'
import { CardForm } from './card-form.tsx'
import { LoadFailure } from './load-failure.tsx'
import { getInitialSeats, getNextPayment, isActive } from './order.ts'
import { moneyText } from './money.ts'
import { PeriodChoice, SeatsField } from './plan-choice.tsx'
import { SeatRequestLine } from './seat-request.tsx'
import { useActivation, useLimits, useOrder, usePreview, useSubscription } from './queries.ts'

/** The order with all amounts, then the card form. */
export function CartDialog() {
  const { t } = useTranslation('billing')
  const open = useSignal(payment.cartShow)
  const product = useSignal(payment.curPro)
  const { data: subscription, error, refetch } = useSubscription({ enabled: open })
  const isUppermost = useLayer(open)
  const close = () => isUppermost() && payment.setCart(false)
  return (
    <Modal
      opened={open}
      onClose={close}
      size={520}
      title={t('cart.title')}
      // A click outside must not discard the card form.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      {open &&
        (product && subscription ? (
          <Cart product={product} subscription={subscription} />
        ) : error && !subscription ? (
          <LoadFailure text={getFailureText(error)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={240} />
        ))}
    </Modal>
  )
}

function Cart({ product, subscription }: { product: Product; subscription: Subscription }) {
  const { t, i18n } = useTranslation('billing')
  const { data: limits } = useLimits()
  const seatRequest = useSignal(payment.seatRequest)
  const isFull = limits ? limits.members.limit >= 0 && limits.members.used >= limits.members.limit : false
  const [chosen, setSeats] = useState<number | null>(null)
  const initialSeats = getInitialSeats(subscription, { isFull, isRequested: seatRequest !== null })
  const seats = Math.min(product.seats.max, chosen ?? initialSeats)
  const isChange = isActive(subscription)
  const order = useOrder(isChange)
  const activation = useActivation()
  const expected = { plan: product.plan, num: product.num, seats }
  const { mutate: activate } = activation
  const { mutate: submit } = order

  useEffect(() => {
    if (payment.emailAddress.peek() === '') payment.setEmailAddress(session.userInfo.peek()?.email ?? '')
  }, [])

  if (activation.isPending || activation.isSuccess) return <Text role="status">{t('cart.arriving')}</Text>
  const due = order.data
  if (due?.clientSecret) {
    const amount = moneyText(due.amount, product.currency, i18n.language)
    return (
      <Stack gap="md">
        <Text size="sm">
          {t('cart.summary', {
            plan: t(`plans.${product.plan}`),
            period: t(product.num === 12 ? 'period.year' : 'period.month'),
            seats: t('seats.count', { count: seats }),
          })}
        </Text>
        <Total label={t('cart.due')} amount={amount} />
        <CardForm
          clientSecret={due.clientSecret}
          purpose="pay"
          submit={t('card.pay', { amount })}
          onDone={() => activate(expected)}
        />
        <Button variant="subtle" onClick={order.reset}>
          {t('cart.back')}
        </Button>
      </Stack>
    )
  }
  return (
    <Stack gap="md">
      {seatRequest && <SeatRequestLine request={seatRequest} />}
      <OrderForm
        {...{ product, subscription, seats }}
        minSeats={seatRequest ? initialSeats : product.seats.min}
        onSeats={setSeats}
        busy={order.isPending}
        error={order.error}
        onSubmit={(promo) =>
          submit(
            {
              ...{ productId: product.id, quantity: seats, promo, seatRequest },
              emailAddress: payment.emailAddress.peek(),
            },
            { onSuccess: ({ clientSecret }) => clientSecret === null && activate(expected) },
          )
        }
      />
    </Stack>
  )
}

interface OrderFormProps {
  product: Product
  subscription: Subscription
  seats: number
  /** Minimum order. */
  minSeats: number
  busy: boolean
  error: Error | null
  onSeats(seats: number): void
  onSubmit(promo: string): void
}

/** Seats, period and all amounts of an order. */
function OrderForm({
  product,
  subscription,
  seats,
  minSeats,
  busy,
  error,
  onSeats,
  onSubmit,
}: OrderFormProps) {
  const { t, i18n } = useTranslation('billing')
  const emailAddress = useSignal(payment.emailAddress)
  const [promo, setPromo] = useState('')
  const isChange = isActive(subscription)
  const isSame =
    isChange &&
    subscription.plan === product.plan &&
    subscription.num === product.num &&
    subscription.seats.paid === seats
  const preview = usePreview(isChange && !isSame ? { productId: product.id, quantity: seats } : null)
  const money = (amount: number) => moneyText(amount, product.currency, i18n.language)
  const date = (time: string) => longDate(time, i18n.language)
  const isPromoWrong = isRefusal(error, 4000) && RefusalFacts.parse(error.data).reason === 'promo'
  const amount = preview.data?.next?.amount ?? null
  const credit = preview.data?.credit ?? subscription.credit
  const next =
    amount === null ? null : getNextPayment({ ...subscription, credit }, product, seats, clock.now())
  return (
    <>
      <Group justify="space-between">
        <Text fw={600}>{t(`plans.${product.plan}`)}</Text>
        <PeriodChoice />
      </Group>
      <SeatsField
        product={product}
        minSeats={minSeats}
        seats={seats}
        used={subscription.seats.used}
        onChange={onSeats}
      />
      <Total
        label={t(product.num === 12 ? 'cart.perYear' : 'cart.perMonth')}
        amount={money(product.price * seats)}
      />
      {!isChange && (
        <>
          <TextInput
            type="email"
            label={t('cart.email')}
            description={t('cart.emailHelp')}
            value={emailAddress}
            onChange={(event) => payment.setEmailAddress(event.currentTarget.value)}
          />
          <TextInput
            label={t('cart.promo')}
            value={promo}
            error={isPromoWrong ? getFailureText(error) : null}
            onChange={(event) => setPromo(event.currentTarget.value)}
          />
        </>
      )}
      {amount !== null && (
        <Total label={t(amount < 0 ? 'cart.credit' : 'cart.due')} amount={money(Math.abs(amount))} />
      )}
      <Text size="sm" c="dimmed">
        {isChange && subscription.expireTime
          ? t('cart.changeHelp', { date: date(subscription.expireTime) })
          : t('cart.renews')}{' '}
        {next && `${t('section.next', { amount: money(next.amount), date: date(next.at) })}. `}
        {t('offer.tax')}
      </Text>
      {error && !isPromoWrong && <FailureNote text={getFailureText(error)} />}
      {preview.error && (
        <LoadFailure text={getFailureText(preview.error)} onRetry={() => void preview.refetch()} />
      )}
      <Button
        loading={busy || preview.isFetching}
        disabled={isSame || (isChange && amount === null)}
        onClick={() => onSubmit(promo.trim())}
      >
        {isChange ? t('cart.confirm') : t('cart.pay')}
      </Button>
    </>
  )
}

function Total({ label, amount }: { label: string; amount: string }) {
  return (
    <div className={classes.total}>
      <Text size="sm">{label}</Text>
      <Text fw={600} data-testid="amount">
        {amount}
      </Text>
    </div>
  )
}
