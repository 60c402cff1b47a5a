import { Button, Group, Loader, Stack, Text, Textarea, Title } from '@mantine/core'
import { IconClockHour4, IconLock, IconMoodSad } from '@tabler/icons-react'
import type { AccessRequest, GivenRole } from '@tavla/contract'
import { calls, codes } from '@tavla/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { AppFrame } from '../../features/account/index.ts'
import { RoleSelect } from '../../features/members/index.ts'
import { api } from '../../platform/api.ts'
import { clock } from '../../platform/clock.ts'
import { failureHere, failureWords, isRefusal } from '../../platform/failure.ts'
import { timeAgo } from '../../platform/format.ts'
import { useForm } from '../../platform/use-form.ts'
import { useTitle } from '../../platform/use-title.ts'
import { session } from '../../state/index.ts'
import { Face } from '../../ui/face.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Column, Sheet } from '../../ui/frame.tsx'

/** How often the page looks whether somebody has answered. */
const lookAgainMs = 10_000

function useMyRequest(wid: string) {
  return useQuery({
    queryKey: ['space.accessRequests', { wid }],
    async queryFn({ signal }) {
      const { list } = await api.space.accessRequests({ query: { wid } }, { signal })
      const mine = session.userInfo.peek()?.uid
      return list.find(({ uid }) => uid === mine) ?? null
    },
    enabled: wid !== '',
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? lookAgainMs : false),
  })
}

/** No access yet: ask for it, wait for the answer. */
export function RequestAccess() {
  const { t } = useTranslation('invite')
  useTitle(t('request.title'))
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const wid = query.get('w') ?? ''
  const { data: request, error, refetch } = useMyRequest(wid)

  useEffect(() => {
    if (request?.state === 'granted')
      void navigate(`/whiteboard?w=${encodeURIComponent(wid)}`, { replace: true })
  }, [navigate, request, wid])

  return (
    <AppFrame>
      <Column>
        {wid === '' || isRefusal(error, codes.invalid.code) ? (
          <Face order={1} title={t('request.missing.title')} text={t('request.missing.text')}>
            <Button component={Link} to="/dashboard" variant="default">
              {t('common:act.toDashboard')}
            </Button>
          </Face>
        ) : error && request === undefined ? (
          <Face role="alert" order={1} title={failureWords(error)}>
            <Button onClick={() => void refetch()}>{t('common:act.tryAgain')}</Button>
          </Face>
        ) : request === undefined ? (
          <Face role="status" order={1} icon={<Loader size={24} color="gray" />} title={t('request.title')} />
        ) : request === null ? (
          <Ask wid={wid} />
        ) : (
          <Asked wid={wid} request={request} />
        )}
      </Column>
    </AppFrame>
  )
}

function Ask({ wid }: { wid: string }) {
  const { t } = useTranslation('invite')
  const client = useQueryClient()
  const form = useForm<{ note: string; role: GivenRole }>({
    initial: { note: '', role: 'editor' },
    schema: calls.space.requestAccess.body.omit({ wid: true }),
    async send(values) {
      await api.space.requestAccess({ body: { wid, ...values } })
      await client.invalidateQueries({ queryKey: ['space.accessRequests'] })
    },
  })
  return (
    <Sheet>
      <form onSubmit={form.submit} noValidate>
        <Stack>
          <Group gap="sm">
            <IconLock size={24} stroke={1.5} aria-hidden />
            <Title order={1} size="h2">
              {t('request.title')}
            </Title>
          </Group>
          <Text c="dimmed">{t('request.ask')}</Text>
          <RoleSelect
            own="admin"
            value={form.values.role}
            label={t('request.role')}
            onChange={(role) => form.set('role', role)}
          />
          <Textarea
            label={t('request.note')}
            description={t('request.noteHelp')}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            autosize
            minRows={3}
            maxRows={8}
            maxLength={500}
            value={form.values.note}
            onChange={(event) => form.set('note', event.currentTarget.value)}
          />
          <FailureNote text={form.failure} />
          <Group justify="flex-end" gap="xs">
            <Button component={Link} to="/dashboard" variant="default">
              {t('common:act.cancel')}
            </Button>
            <Button type="submit" loading={form.busy}>
              {t('request.act')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Sheet>
  )
}

function Asked({ wid, request }: { wid: string; request: AccessRequest }) {
  const { t, i18n } = useTranslation('invite')
  const client = useQueryClient()
  const withdraw = useMutation({
    mutationFn: () => api.space.withdrawAccess({ query: { wid } }),
    onSuccess: () => client.setQueryData(['space.accessRequests', { wid }], null),
  })
  const waiting = request.state === 'waiting'
  return (
    <Face
      role="status"
      order={1}
      icon={waiting ? <IconClockHour4 size={28} stroke={1.5} /> : <IconMoodSad size={28} stroke={1.5} />}
      title={t(waiting ? 'request.pendingTitle' : 'request.refused.title')}
      text={
        waiting
          ? t('request.pending', { when: timeAgo(request.createdAt, clock.now(), i18n.language) })
          : t('request.refused.text')
      }
    >
      <Button component={Link} to="/dashboard">
        {t('common:act.toDashboard')}
      </Button>
      <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
        {t(waiting ? 'request.withdraw' : 'request.answered')}
      </Button>
      <FailureNote text={withdraw.error && failureHere(withdraw.error)} />
    </Face>
  )
}
