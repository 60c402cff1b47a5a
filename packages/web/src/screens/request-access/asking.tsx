import { Button, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { IconClockHour4, IconLock, IconMoodSad } from '@tabler/icons-react'
import type { AccessRequest, GivenRole } from '@tavla/contract'
import { calls, lengths } from '@tavla/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { RoleSelect, useStoreAccessRequest } from '../../features/members/index.ts'
import { api } from '../../platform/network/api.ts'
import { clock } from '../../platform/dom/clock.ts'
import { failureHere } from '../../platform/failure.ts'
import { timeAgo } from '../../platform/format.ts'
import { useForm } from '../../platform/network/use-form.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Sheet } from '../../ui/frame.tsx'

interface AskProps {
  wid: string
  /** What to ask for at first. */
  role: GivenRole
  /** I am in the space, and ask to do more there. */
  isIn: boolean
  /** The board was found full: what is asked for is a seat. */
  isFull?: boolean
  onAsked?: () => void
}

/** No access yet, or too little: a few words, a role, and off it goes. */
export function Ask({ wid, role, isIn, isFull = false, onAsked }: AskProps) {
  const { t } = useTranslation('invite')
  const store = useStoreAccessRequest(wid)
  const form = useForm<{ note: string; role: GivenRole }>({
    initial: { note: '', role },
    schema: calls.space.requestAccess.body.omit({ wid: true }),
    async send(values) {
      store(await api.space.requestAccess({ body: { wid, ...values } }))
      onAsked?.()
    },
  })
  return (
    <Sheet>
      <form onSubmit={form.submit} noValidate>
        <Stack>
          <Group gap="sm">
            <IconLock size={24} stroke={1.5} aria-hidden />
            <Title order={1} size="h2">
              {t(isIn ? 'request.moreTitle' : isFull ? 'request.seat.title' : 'request.title')}
            </Title>
          </Group>
          <Text c="dimmed">{t(isIn ? 'request.askMore' : isFull ? 'request.seat.text' : 'request.ask')}</Text>
          <RoleSelect
            myRole="admin"
            value={form.values.role}
            label={t('request.role')}
            onChange={(next) => form.set('role', next)}
          />
          <Textarea
            label={t('request.note')}
            description={t('request.noteHelp')}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            autosize
            minRows={3}
            maxRows={8}
            maxLength={lengths.accessNote}
            value={form.values.note}
            onChange={(event) => form.set('note', event.currentTarget.value)}
          />
          <FailureNote text={form.failure} />
          <Group justify="flex-end" gap="xs">
            <Button
              component={Link}
              to={isIn ? `/whiteboard?w=${encodeURIComponent(wid)}` : '/dashboard'}
              variant="default"
            >
              {t('common:act.cancel')}
            </Button>
            <Button type="submit" loading={form.busy}>
              {t(isFull && !isIn ? 'request.seat.title' : 'request.act')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Sheet>
  )
}

interface AskedProps {
  wid: string
  request: AccessRequest
}

/** Sent so recently that a time says nothing. */
const JUST_NOW_MS = 60_000

/** Waiting: since when, a reminder once a day, and the way back. */
export function Waiting({ wid, request }: AskedProps) {
  const { t, i18n } = useTranslation('invite')
  const store = useStoreAccessRequest(wid)
  const withdraw = useMutation({
    mutationFn: () => api.space.withdrawAccess({ query: { wid } }),
    onSuccess: () => store(null),
  })
  const remind = useMutation({
    mutationFn: () => api.space.requestAccess({ body: { wid, note: request.note, role: request.role } }),
    onSuccess: store,
  })
  const { note, remindAt } = request
  const isEarly = remindAt !== null && Date.parse(remindAt) > clock.now()
  const when = timeAgo(request.createdAt, clock.now(), i18n.language)
  const isNow = clock.now() - Date.parse(request.createdAt) < JUST_NOW_MS
  return (
    <EmptyState
      role="status"
      order={1}
      icon={<IconClockHour4 size={28} stroke={1.5} />}
      title={t('request.pendingTitle')}
      text={
        <>
          {t(isNow ? 'request.pendingNow' : 'request.pending', {
            when,
            role: t(`members:roles.${request.role}.as`),
          })}
          {note !== '' && ` ${t('request.said', { note })}`}
          {isEarly && ` ${t('request.remindAt', { when: timeAgo(remindAt, clock.now(), i18n.language) })}`}
        </>
      }
    >
      <Button component={Link} to="/dashboard">
        {t('common:act.toDashboard')}
      </Button>
      <Button variant="default" disabled={isEarly} loading={remind.isPending} onClick={() => remind.mutate()}>
        {t('request.remind')}
      </Button>
      <Button variant="subtle" color="gray" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
        {t('request.withdraw')}
      </Button>
      {remind.isSuccess && <Text size="sm">{t('request.reminded')}</Text>}
      <FailureNote text={firstFailure(withdraw.error, remind.error)} />
    </EmptyState>
  )
}

function firstFailure(...errors: readonly (Error | null)[]): string | null {
  const error = errors.find((one) => one !== null)
  return error ? failureHere(error) : null
}

/** The admins said no; after a day one may ask once more. */
export function Refused({ wid, request }: AskedProps) {
  const { t, i18n } = useTranslation('invite')
  const [again, setAgain] = useState(false)
  const { remindAt } = request
  const isEarly = remindAt !== null && Date.parse(remindAt) > clock.now()
  if (again) return <Ask wid={wid} role={request.role} isIn={false} onAsked={() => setAgain(false)} />
  return (
    <EmptyState
      role="status"
      order={1}
      icon={<IconMoodSad size={28} stroke={1.5} />}
      title={t('request.refused.title')}
      text={
        isEarly
          ? `${t('request.refused.text')} ${t('request.againAt', { when: timeAgo(remindAt, clock.now(), i18n.language) })}`
          : t('request.refused.text')
      }
    >
      <Button component={Link} to="/dashboard">
        {t('common:act.toDashboard')}
      </Button>
      <Button variant="default" disabled={isEarly} onClick={() => setAgain(true)}>
        {t('request.answered')}
      </Button>
    </EmptyState>
  )
}
