import { Anchor, Badge, Button, Group, Modal, Pagination, Skeleton, Stack, Table, Text } from '@mantine/core'
import { pageSize } from '@tavla/contract'
import type { Payment, Subscription } from '@tavla/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getFailureText } from '../../platform/failure.ts'
import { longDate } from '../../platform/format.ts'
import { api } from '../../platform/network/api.ts'
import { toasts } from '../../platform/toast.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { payment } from '../../state/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Section } from '../../ui/section.tsx'
import classes from './billing.module.css'
import { CardForm } from './card-form.tsx'
import { moneyText } from './money.ts'
import { LimitText } from './limit-line.tsx'
import { LoadFailure } from './load-failure.tsx'
import { useHasOffers, useLimits, usePayments, useRenewal, useSubscription } from './queries.ts'

/** The plan on the profile page: usage, next payment, all actions and the payment records. */
export function PlanSection() {
  const { t } = useTranslation('billing')
  const hasOffers = useHasOffers()
  const { data: subscription, error, refetch } = useSubscription()
  const { data: limits } = useLimits()
  // An existing subscription stays manageable where plans are no longer sold.
  if (!hasOffers && (!subscription || subscription.state === 'none')) return null
  // A paid plan shows its seats beside its name.
  const isActive = subscription?.state === 'active' || subscription?.state === 'grace'
  return (
    <Section id="plan" title={t('section.title')} text={t('section.text')}>
      <Stack gap="md">
        {subscription ? (
          <CurrentPlan subscription={subscription} />
        ) : error ? (
          <LoadFailure text={getFailureText(error)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={64} radius="md" />
        )}
        {limits && (
          <Stack gap="xs">
            <LimitText name="spaces" limit={limits.spaces} plain />
            {!isActive && <LimitText name="members" limit={limits.members} plain />}
            <LimitText name="storage" limit={limits.storage} plain />
            <LimitText name="voice" limit={limits.voice} plain />
            <LimitText name="history" limit={limits.history} plain />
          </Stack>
        )}
        <PaymentRecords />
      </Stack>
    </Section>
  )
}

function CurrentPlan({ subscription }: { subscription: Subscription }) {
  const { t, i18n } = useTranslation('billing')
  const hasOffers = useHasOffers()
  const renewal = useRenewal()
  const [confirming, setConfirming] = useState(false)
  const [card, setCard] = useState(false)
  const isOverdue = subscription.state === 'grace'
  const active = subscription.state === 'active' || isOverdue
  const date = (time: string) => longDate(time, i18n.language)
  const money = (amount: number) => moneyText(amount, subscription.currency, i18n.language)
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Text fw={600}>{t(`plans.${subscription.plan}`)}</Text>
        {active && (
          <Text c="dimmed">
            {t('seats.used', { used: subscription.seats.used, count: subscription.seats.paid })}
          </Text>
        )}
        {isOverdue && (
          <Badge color="red" variant="light" tt="none">
            {t('section.overdue')}
          </Badge>
        )}
      </Group>
      {subscription.granted && (
        <Text size="sm">
          {t('section.granted', {
            plan: t(`plans.${subscription.granted.plan}`),
            date: date(subscription.granted.until),
          })}
        </Text>
      )}
      {subscription.next && (
        <Text size="sm">
          {t('section.next', { amount: money(subscription.next.amount), date: date(subscription.next.at) })}
          {subscription.credit > 0 && ` (${t('section.credit', { amount: money(subscription.credit) })})`}
        </Text>
      )}
      {active && !subscription.autoRenew && subscription.expireTime && (
        <Text size="sm">{t('section.ends', { date: date(subscription.expireTime) })}</Text>
      )}
      {isOverdue && <Text size="sm">{t('section.overdueHelp')}</Text>}
      {subscription.state === 'ended' && subscription.expireTime && (
        <Text size="sm">{t('section.ended', { date: date(subscription.expireTime) })}</Text>
      )}
      <FailureNote text={renewal.error && getFailureText(renewal.error)} />
      <Group gap="xs">
        {hasOffers && (
          <Button variant={isOverdue ? 'default' : 'filled'} onClick={() => payment.setOffer(true)}>
            {t(active ? 'section.change' : 'section.plans')}
          </Button>
        )}
        {active && (
          <Button variant={isOverdue ? 'filled' : 'default'} onClick={() => setCard(true)}>
            {t('section.card')}
          </Button>
        )}
        {active && subscription.autoRenew && (
          <Button variant="default" onClick={() => setConfirming(true)}>
            {t('section.cancel')}
          </Button>
        )}
        {active && !subscription.autoRenew && (
          <Button variant="default" loading={renewal.isPending} onClick={() => renewal.mutate(true)}>
            {t('section.resume')}
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={confirming}
        title={t('cancel.title')}
        confirm={t('section.cancel')}
        cancel={t('cancel.keep')}
        closeLabel={t('common:act.close')}
        danger
        busy={renewal.isPending}
        onConfirm={() => renewal.mutate(false, { onSettled: () => setConfirming(false) })}
        onClose={() => setConfirming(false)}
      >
        {subscription.expireTime && t('cancel.text', { date: date(subscription.expireTime) })}
      </ConfirmDialog>
      <CardDialog opened={card} onClose={() => setCard(false)} />
    </Stack>
  )
}

/** Saves another card for all later payments. */
function CardDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { t } = useTranslation('billing')
  const start = useMutation({ mutationFn: () => api.subscription.card({}, { quiet: true }) })
  const { mutate } = start
  useEffect(() => {
    if (opened) mutate()
  }, [opened, mutate])
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('section.card')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      {start.data ? (
        <CardForm
          clientSecret={start.data.clientSecret}
          purpose="save"
          submit={t('card.save')}
          onDone={() => {
            toasts.note(t('card.saved'))
            onClose()
          }}
        />
      ) : start.error ? (
        <LoadFailure text={getFailureText(start.error)} onRetry={start.mutate} />
      ) : (
        <Skeleton height={240} />
      )}
    </Modal>
  )
}

/** Payment records, ten per page, with receipts. */
function PaymentRecords() {
  const { t, i18n } = useTranslation('billing')
  const [page, setPage] = useState(1)
  const { data, error, refetch } = usePayments(page)
  useSignal(payment.successfullPop)
  if (error) return <LoadFailure text={getFailureText(error)} onRetry={() => void refetch()} />
  if (!data || data.total === 0) return null
  const pages = Math.ceil(data.total / pageSize)
  return (
    <Stack gap="xs">
      <Text fw={500}>{t('records.title')}</Text>
      <div className={classes.records}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('records.date')}</Table.Th>
              <Table.Th className={classes.wide ?? ''}>{t('records.plan')}</Table.Th>
              <Table.Th>{t('records.amount')}</Table.Th>
              <Table.Th className={classes.wide ?? ''}>{t('records.state')}</Table.Th>
              <Table.Th>{t('records.receipt')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.list.map((record) => (
              <PaymentRecord key={record.id} record={record} language={i18n.language} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {pages > 1 && (
        <Pagination
          total={pages}
          value={page}
          onChange={setPage}
          getControlProps={(control) => ({ 'aria-label': t(`records.${control}`) })}
        />
      )}
    </Stack>
  )
}

function PaymentRecord({ record, language }: { record: Payment; language: string }) {
  const { t } = useTranslation('billing')
  const plan = `${t(`plans.${record.plan}`)} · ${t(record.num === 12 ? 'period.year' : 'period.month')}`
  const state = t(`records.states.${record.state}`)
  return (
    <Table.Tr>
      <Table.Td>
        {longDate(record.createdAt, language)}
        <span className={classes.narrow}>{plan}</span>
      </Table.Td>
      <Table.Td className={classes.wide ?? ''}>{plan}</Table.Td>
      <Table.Td>
        {moneyText(record.amount, record.currency, language)}
        <span className={classes.narrow}>{state}</span>
      </Table.Td>
      <Table.Td className={classes.wide ?? ''}>{state}</Table.Td>
      <Table.Td>
        {record.receipt !== null && (
          <Anchor size="sm" href={record.receipt} target="_blank" rel="noreferrer">
            {t('records.open')}
          </Anchor>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
