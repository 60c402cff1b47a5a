import { Button, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import type { Product, Subscription } from '@tavla/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getFailureText, isRefusal } from '../../platform/failure.ts'
import { longDate } from '../../platform/format.ts'
import { RefusalFacts } from '../../platform/network/refusal-facts.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { payment, session } from '../../state/index.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import classes from './billing.module.css'
import { CardForm } from './card-form.tsx'
import { moneyText } from './money.ts'
import { PeriodChoice, SeatsField } from './plan-choice.tsx'
import { useArrival, useLimits, useOrder, usePreview, useSubscription } from './queries.ts'

/** The cart: what is bought and what it costs, before any card is asked for; then the card form. */
export function CartDialog() {
  const { t } = useTranslation('billing')
  const open = useSignal(payment.cartShow)
  const product = useSignal(payment.curPro)
  const { data: bought } = useSubscription({ enabled: open })
  const close = () => payment.setCart(false)
  return (
    <Modal
      opened={open}
      onClose={close}
      size={520}
      title={t('cart.title')}
      // A click beside it must not throw away what was typed into the card form.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      {open && (product && bought ? <Cart product={product} bought={bought} /> : <Skeleton height={240} />)}
    </Modal>
  )
}

const isActive = ({ state }: Subscription) => state === 'active' || state === 'grace'

/** As many as are in use, and one more where nobody else would fit. */
function getFirstSeats(bought: Subscription, isFull: boolean): number {
  if (isActive(bought)) return bought.seats.paid + (bought.seats.used >= bought.seats.paid ? 1 : 0)
  return Math.max(1, bought.seats.used + (isFull ? 1 : 0))
}

function Cart({ product, bought }: { product: Product; bought: Subscription }) {
  const { t, i18n } = useTranslation('billing')
  const { data: limits } = useLimits()
  const isFull = limits ? limits.members.limit >= 0 && limits.members.used >= limits.members.limit : false
  const [chosen, setSeats] = useState<number | null>(null)
  const seats = Math.min(product.seats.max, chosen ?? getFirstSeats(bought, isFull))
  const emailAddress = useSignal(payment.emailAddress)
  const [promo, setPromo] = useState('')
  const change = isActive(bought)
  const choice = { productId: product.id, quantity: seats }
  const isSame =
    change && bought.plan === product.plan && bought.num === product.num && bought.seats.paid === seats
  const preview = usePreview(change && !isSame ? choice : null)
  const order = useOrder(change)
  const arrival = useArrival()
  const awaited = { plan: product.plan, num: product.num, seats }
  const money = (amount: number) => moneyText(amount, product.currency, i18n.language)

  useEffect(() => {
    if (payment.emailAddress.peek() === '') payment.setEmailAddress(session.userInfo.peek()?.email ?? '')
    if (payment.publicKey.peek() === null) void payment.loadPublicKey()
  }, [])

  const submit = () =>
    order.mutate(
      { ...choice, emailAddress, promo: promo.trim() },
      { onSuccess: ({ clientSecret }) => clientSecret === null && arrival.mutate(awaited) },
    )
  const summary = t('cart.summary', {
    plan: t(`plans.${product.plan}`),
    period: t(product.num === 12 ? 'period.year' : 'period.month'),
    seats: t('seats.count', { count: seats }),
  })

  if (arrival.isPending || arrival.isSuccess) return <Text role="status">{t('cart.arriving')}</Text>
  const due = order.data
  if (due?.clientSecret)
    return (
      <Stack gap="md">
        <Text size="sm">{summary}</Text>
        <Total label={t('cart.due')} amount={money(due.amount)} />
        <CardForm
          clientSecret={due.clientSecret}
          purpose="pay"
          submit={t('card.pay', { amount: money(due.amount) })}
          onDone={() => arrival.mutate(awaited)}
        />
        <Button variant="subtle" onClick={order.reset}>
          {t('cart.back')}
        </Button>
      </Stack>
    )

  const isPromoWrong = isRefusal(order.error, 4000) && RefusalFacts.parse(order.error.data).reason === 'promo'
  const amount = preview.data?.next?.amount ?? null
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <Text fw={600}>{t(`plans.${product.plan}`)}</Text>
        <PeriodChoice />
      </Group>
      <SeatsField product={product} seats={seats} used={bought.seats.used} onChange={setSeats} />
      <Total
        label={t(product.num === 12 ? 'cart.perYear' : 'cart.perMonth')}
        amount={money(product.price * seats)}
      />
      {!change && (
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
            error={isPromoWrong ? getFailureText(order.error) : null}
            onChange={(event) => setPromo(event.currentTarget.value)}
          />
        </>
      )}
      {amount !== null && (
        <Total label={t(amount < 0 ? 'cart.credit' : 'cart.due')} amount={money(Math.abs(amount))} />
      )}
      <Text size="sm" c="dimmed">
        {change && bought.expireTime
          ? t('cart.changeHelp', { date: longDate(bought.expireTime, i18n.language) })
          : t('cart.renews')}{' '}
        {t('offer.tax')}
      </Text>
      {order.error && !isPromoWrong && <FailureNote text={getFailureText(order.error)} />}
      {preview.error && <FailureNote text={getFailureText(preview.error)} />}
      <Button
        loading={order.isPending || preview.isFetching}
        disabled={isSame || (change && amount === null)}
        onClick={submit}
      >
        {change ? t('cart.confirm') : t('cart.pay')}
      </Button>
    </Stack>
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
