import { Anchor, Button, NativeSelect, Tabs } from '@mantine/core'
import type { AdminPayment, AdminSubscription, PaymentEvent, PriceRow } from '@tavla/contract/admin'
import { useTranslation } from 'react-i18next'
import { longDate } from '../../platform/format.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { moneyText } from '../billing/index.ts'
import { adminApi } from './admin-refusals.ts'
import { DataTable, getTimeOrder, type Column, useTableParams } from './data-table.tsx'
import { limitNames, useLimitText } from './limits.ts'
import { useAct } from './use-act.tsx'

type SubscriptionsQuery = NonNullable<NonNullable<Parameters<typeof adminApi.subscriptions>[0]>['query']>
type PaymentsQuery = NonNullable<NonNullable<Parameters<typeof adminApi.payments>[0]>['query']>

const lists = { subscriptions: Subscriptions, payments: Payments, events: Events, prices: Prices } as const
const names = Object.keys(lists) as (keyof typeof lists)[]

/** What accounts pay, what the provider reported, and the product table. */
export function Plans() {
  const { t } = useTranslation('admin')
  const { params, set } = useTableParams()
  const list = names.find((name) => name === params['list']) ?? 'subscriptions'
  const List = lists[list]
  return (
    <Tabs value={list} onChange={(next) => set({ list: next, state: null, key: null })}>
      <Tabs.List mb="md">
        {names.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {t(`plans.lists.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={list}>
        <List />
      </Tabs.Panel>
    </Tabs>
  )
}

function StateFilter({ options }: { readonly options: readonly { value: string; label: string }[] }) {
  const { t } = useTranslation('admin')
  const { params, set } = useTableParams()
  return (
    <NativeSelect
      label={t('state')}
      value={params['state'] ?? ''}
      data={[{ value: '', label: t('all') }, ...options]}
      onChange={(event) => set({ state: event.currentTarget.value })}
    />
  )
}

/** Leads to the account. */
function usePersonColumn<T extends Pick<AdminPayment, 'uid' | 'name' | 'email'>>(): Column<T> {
  const { t } = useTranslation('admin')
  return {
    id: 'person',
    label: t('plans.account'),
    getText: ({ name, email }) => email ?? name,
    render: ({ uid, name, email }) => (
      <Anchor href={`?view=people&uid=${encodeURIComponent(uid)}`}>{email ?? name}</Anchor>
    ),
  }
}

function usePlanText() {
  const { t } = useTranslation('admin')
  return ({ plan, num }: { readonly plan: string; readonly num: number }) => {
    const name = plan === 'free' || plan === 'pro' || plan === 'team' ? t(`plans.names.${plan}`) : plan
    return num === 0 ? name : t('plans.period', { plan: name, count: num })
  }
}

const statuses = ['active', 'past_due', 'ended', 'incomplete'] as const

function Subscriptions() {
  const { t, i18n } = useTranslation('admin')
  const person = usePersonColumn<AdminSubscription>()
  const planText = usePlanText()
  const options = statuses.map((value) => ({ value, label: t(`plans.statuses.${value}`) }))
  return (
    <DataTable
      name="subscriptions"
      label={t('plans.lists.subscriptions')}
      search
      filters={<StateFilter options={options} />}
      getId={({ id }: AdminSubscription) => id}
      call={adminApi.subscriptions}
      getInput={({ key, state, ...order }, after) => ({
        query: { key, state, ...getTimeOrder(order), after, limit: 50 } as SubscriptionsQuery,
      })}
      columns={[
        {
          id: 'at',
          label: t('created'),
          sort: 'time',
          getText: ({ createdAt }) => longDate(createdAt, i18n.language),
        },
        person,
        { id: 'plan', label: t('people.plan'), getText: planText },
        { id: 'state', label: t('state'), getText: ({ status }) => t(`plans.statuses.${status}`) },
        { id: 'seats', label: t('plans.seats'), getText: ({ seats }) => String(seats) },
        {
          id: 'price',
          label: t('plans.amount'),
          getText: ({ price, seats, currency }) => moneyText(price * seats, currency, i18n.language),
        },
        {
          id: 'until',
          label: t('plans.paidUntil'),
          getText: ({ paidUntil }) => (paidUntil === null ? '–' : longDate(paidUntil, i18n.language)),
        },
        { id: 'renews', label: t('plans.renews'), getText: ({ renews }) => t(renews ? 'on' : 'off') },
        { id: 'source', label: t('plans.source'), getText: ({ source }) => source },
      ]}
    />
  )
}

const paymentStates = ['paid', 'open', 'failed', 'refunded'] as const

function Payments() {
  const { t, i18n } = useTranslation('admin')
  const person = usePersonColumn<AdminPayment>()
  const planText = usePlanText()
  const options = paymentStates.map((value) => ({ value, label: t(`plans.payments.${value}`) }))
  return (
    <DataTable
      name="payments"
      label={t('plans.lists.payments')}
      search
      filters={<StateFilter options={options} />}
      getId={({ id }: AdminPayment) => id}
      call={adminApi.payments}
      getInput={({ key, state, ...order }, after) => ({
        query: { key, state, ...getTimeOrder(order), after, limit: 50 } as PaymentsQuery,
      })}
      columns={[
        {
          id: 'at',
          label: t('created'),
          sort: 'time',
          getText: ({ createdAt }) => longDate(createdAt, i18n.language),
        },
        person,
        { id: 'plan', label: t('people.plan'), getText: planText },
        {
          id: 'amount',
          label: t('plans.amount'),
          getText: ({ amount, currency }) => moneyText(amount, currency, i18n.language),
        },
        { id: 'state', label: t('state'), getText: ({ state }) => t(`plans.payments.${state}`) },
        {
          id: 'receipt',
          label: t('plans.receipt'),
          getText: ({ receipt }) => receipt ?? '',
          render: ({ receipt }) =>
            receipt !== null && (
              <Anchor href={receipt} target="_blank" rel="noreferrer">
                {t('plans.open')}
              </Anchor>
            ),
        },
        { id: 'source', label: t('plans.source'), getText: ({ source }) => source },
      ]}
    />
  )
}

/** What came by webhook; handling an event again reads the customer anew and never charges. */
function Events() {
  const { t, i18n } = useTranslation('admin')
  const { act, failure, dialog } = useAct()
  return (
    <>
      <FailureNote text={failure} />
      <DataTable
        name="webhook-events"
        label={t('plans.lists.events')}
        getId={({ source, id }: PaymentEvent) => `${source} ${id}`}
        call={adminApi.paymentEvents}
        getInput={(params, after) => ({ query: { ...getTimeOrder(params), after, limit: 50 } })}
        columns={[
          {
            id: 'at',
            label: t('plans.received'),
            sort: 'time',
            getText: ({ receivedAt }) => new Date(receivedAt).toLocaleString(i18n.language),
          },
          { id: 'type', label: t('audit.event'), getText: ({ type }) => type },
          { id: 'id', label: t('plans.eventId'), getText: ({ id }) => id },
          { id: 'source', label: t('plans.source'), getText: ({ source }) => source },
          { id: 'state', label: t('state'), getText: ({ state }) => t(`plans.events.${state}`) },
          { id: 'error', label: t('jobs.error'), getText: ({ error }) => error ?? '' },
          {
            id: 'replay',
            label: t('actions'),
            getText: () => '',
            render: ({ id }) => (
              <Button
                size="xs"
                variant="default"
                onClick={() => act(() => adminApi.replayEvent({ body: { id } }), t('plans.replayed'))}
              >
                {t('plans.replay')}
              </Button>
            ),
          },
        ]}
      />
      {dialog}
    </>
  )
}

function Prices() {
  const { t, i18n } = useTranslation('admin')
  const { getAmount } = useLimitText()
  const planText = usePlanText()
  return (
    <DataTable
      name="products"
      label={t('plans.lists.prices')}
      getId={({ id }: PriceRow) => id}
      call={adminApi.prices}
      getInput={() => ({})}
      columns={[
        {
          id: 'plan',
          label: t('people.plan'),
          sort: 'plan',
          getText: (row: PriceRow) => planText(row),
          getValue: (row: PriceRow) => planText(row),
        },
        {
          id: 'price',
          label: t('plans.pricePerSeat'),
          sort: 'price',
          getValue: ({ price }) => price,
          getText: ({ price, currency }) => moneyText(price, currency, i18n.language),
        },
        {
          id: 'seats',
          label: t('plans.seats'),
          getText: ({ seats }) => (seats === null ? '–' : `${seats.min}–${seats.max}`),
        },
        ...limitNames.map((name) => ({
          id: name,
          label: t(`limits.${name}`),
          getText: ({ limits }: PriceRow) => getAmount(name, limits[name].limit),
        })),
      ]}
    />
  )
}
