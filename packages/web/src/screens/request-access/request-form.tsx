import { Button, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { IconClockHour4, IconLock, IconMoodSad } from '@tabler/icons-react'
import type { AccessRequest, GivenRole } from '@tavla/contract'
import { calls, lengths } from '@tavla/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '../../platform/navigation/link.tsx'
import { RoleSelect, useStoreAccessRequest } from '../../features/members/index.ts'
import { api } from '../../platform/network/api.ts'
import { clock } from '../../platform/dom/clock.ts'
import { getLocalFailureText } from '../../platform/failure.ts'
import { formatTimeAgo } from '../../platform/format.ts'
import { useForm } from '../../platform/network/use-form.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Sheet } from '../../ui/frame.tsx'

interface RequestFormProps {
  wid: string
  /** The role selected initially. */
  role: GivenRole
  /** The person is a member who requests a higher role. */
  isMember: boolean
  /** The owner's plan has no free seat, so a seat is requested. */
  isFull?: boolean
  onSent?: () => void
}

/** Form that requests access, a higher role or a seat. */
export function RequestForm({ wid, role, isMember, isFull = false, onSent }: RequestFormProps) {
  const { t } = useTranslation('invite')
  const store = useStoreAccessRequest(wid)
  const form = useForm<{ note: string; role: GivenRole }>({
    initial: { note: '', role },
    schema: calls.space.requestAccess.body.omit({ wid: true }),
    async send(values) {
      store(await api.space.requestAccess({ body: { wid, ...values } }))
      onSent?.()
    },
  })
  return (
    <Sheet>
      <form onSubmit={form.submit} noValidate>
        <Stack>
          <Group gap="sm">
            <IconLock size={24} stroke={1.5} aria-hidden />
            <Title order={1} size="h2">
              {t(isMember ? 'request.moreTitle' : isFull ? 'request.seat.title' : 'request.title')}
            </Title>
          </Group>
          <Text c="dimmed">
            {t(isMember ? 'request.askMore' : isFull ? 'request.seat.text' : 'request.ask')}
          </Text>
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
              to={isMember ? `/whiteboard?w=${encodeURIComponent(wid)}` : '/dashboard'}
              variant="default"
            >
              {t('common:act.cancel')}
            </Button>
            <Button type="submit" loading={form.busy}>
              {t(isFull && !isMember ? 'request.seat.title' : 'request.act')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Sheet>
  )
}

interface RequestStateProps {
  wid: string
  request: AccessRequest
}

/** Requests younger than this are shown without a time. */
const recentMs = 60_000

/** A pending request: its age, a reminder once a day, and withdrawal. */
export function PendingRequest({ wid, request }: RequestStateProps) {
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
  const isTooEarly = remindAt !== null && Date.parse(remindAt) > clock.now()
  const when = formatTimeAgo(request.createdAt, clock.now(), i18n.language)
  const isRecent = clock.now() - Date.parse(request.createdAt) < recentMs
  return (
    <EmptyState
      role="status"
      order={1}
      icon={<IconClockHour4 size={28} stroke={1.5} />}
      title={t('request.pendingTitle')}
      text={
        <>
          {t(isRecent ? 'request.pendingNow' : 'request.pending', {
            when,
            role: t(`members:roles.${request.role}.as`),
          })}
          {note !== '' && ` ${t('request.said', { note })}`}
          {isTooEarly &&
            ` ${t('request.remindAt', { when: formatTimeAgo(remindAt, clock.now(), i18n.language) })}`}
        </>
      }
    >
      <Button component={Link} to="/dashboard">
        {t('common:act.toDashboard')}
      </Button>
      <Button
        variant="default"
        disabled={isTooEarly}
        loading={remind.isPending}
        onClick={() => remind.mutate()}
      >
        {t('request.remind')}
      </Button>
      <Button variant="subtle" color="gray" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
        {t('request.withdraw')}
      </Button>
      {remind.isSuccess && <Text size="sm">{t('request.reminded')}</Text>}
      <FailureNote text={getFirstFailure(withdraw.error, remind.error)} />
    </EmptyState>
  )
}

function getFirstFailure(...errors: readonly (Error | null)[]): string | null {
  const error = errors.find((candidate) => candidate !== null)
  return error ? getLocalFailureText(error) : null
}

/** A declined request; another one can be sent after a day. */
export function DeclinedRequest({ wid, request }: RequestStateProps) {
  const { t, i18n } = useTranslation('invite')
  const [isRequestingAgain, setIsRequestingAgain] = useState(false)
  const { remindAt } = request
  const isTooEarly = remindAt !== null && Date.parse(remindAt) > clock.now()
  if (isRequestingAgain)
    return (
      <RequestForm
        wid={wid}
        role={request.role}
        isMember={false}
        onSent={() => setIsRequestingAgain(false)}
      />
    )
  return (
    <EmptyState
      role="status"
      order={1}
      icon={<IconMoodSad size={28} stroke={1.5} />}
      title={t('request.refused.title')}
      text={
        isTooEarly
          ? `${t('request.refused.text')} ${t('request.againAt', { when: formatTimeAgo(remindAt, clock.now(), i18n.language) })}`
          : t('request.refused.text')
      }
    >
      <Button component={Link} to="/dashboard">
        {t('common:act.toDashboard')}
      </Button>
      <Button variant="default" disabled={isTooEarly} onClick={() => setIsRequestingAgain(true)}>
        {t('request.answered')}
      </Button>
    </EmptyState>
  )
}
