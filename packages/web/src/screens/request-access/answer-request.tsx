import { Button, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { IconMailCheck, IconMoodSmile } from '@tabler/icons-react'
import type { AccessRequest, GivenRole } from '@tavla/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '../../platform/navigation/link.tsx'
import { AddSeat } from '../../features/billing/index.ts'
import { RoleSelect } from '../../features/members/index.ts'
import { api } from '../../platform/network/api.ts'
import { callQuery } from '../../platform/network/call-query.ts'
import { getFailureText } from '../../platform/failure.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Sheet } from '../../ui/frame.tsx'
import { PersonAvatar } from '../../ui/person-avatar.tsx'

export interface AnswerParameters {
  readonly wid: string
  /** Account that requested access. */
  readonly uid: string
  readonly answer: 'yes' | 'no'
  /** Proves that the server created this link. With it, the request is answered on load; without it, by a click. */
  readonly proof: string | null
}

/** Target of the links in an email about an access request: answers it on load or by a click. */
export function AnswerRequest(parameters: AnswerParameters) {
  const { t } = useTranslation('invite')
  const { wid, uid } = parameters
  const { data, error, refetch } = useQuery({
    ...callQuery(api.space.accessRequests, { query: { wid } }, { quiet: true, scope: uid }),
    staleTime: Infinity,
  })
  const [decided, setDecided] = useState<AccessRequest | null>(null)
  const request = data?.list.find((candidate) => candidate.uid === uid)
  if (decided) return <AnsweredRequest request={decided} wid={wid} />
  if (request) return <AnswerForm parameters={parameters} request={request} onDecided={setDecided} />
  if (error)
    return (
      <EmptyState role="alert" order={1} title={getFailureText(error)}>
        <Button onClick={() => void refetch()}>{t('common:act.tryAgain')}</Button>
      </EmptyState>
    )
  if (!data)
    return (
      <EmptyState
        role="status"
        order={1}
        icon={<Loader size={24} color="gray" />}
        title={t('answer.working')}
      />
    )
  return (
    <EmptyState
      role="status"
      order={1}
      icon={<IconMailCheck size={28} stroke={1.5} />}
      title={t('answer.gone.title')}
      text={t('answer.gone.text')}
    >
      <Button component={Link} to="/dashboard">
        {t('common:act.toDashboard')}
      </Button>
    </EmptyState>
  )
}

interface AnswerFormProps {
  parameters: AnswerParameters
  request: AccessRequest
  onDecided(request: AccessRequest): void
}

function AnswerForm({ parameters, request, onDecided }: AnswerFormProps) {
  const { t } = useTranslation('invite')
  const { wid, uid, answer, proof } = parameters
  const { name, photo, note, needsSeat } = request
  const [role, setRole] = useState<GivenRole>(request.role)
  const myRole = useSpaceRole(wid)
  const decide = useMutation({
    mutationFn: (body: { role: GivenRole | null; proof?: string }) =>
      api.space.decideAccess({ body: { wid, uid, ...body } }, { quiet: true }),
    onSuccess: onDecided,
  })
  const { mutate } = decide
  const isSent = useRef(false)
  useEffect(() => {
    // If granting access costs a seat, the person has to confirm the price first.
    if (proof === null || isSent.current || (needsSeat && answer === 'yes')) return
    isSent.current = true
    mutate({ role: answer === 'yes' ? request.role : null, proof })
  }, [answer, mutate, needsSeat, proof, request.role])

  return (
    <Sheet>
      <Stack gap="lg">
        <Group gap="sm" wrap="nowrap">
          <PersonAvatar id={uid} name={name} photo={photo} size={40} />
          <Title order={1} size="h2">
            {t('answer.title', { name })}
          </Title>
        </Group>
        {note !== '' && <Text>{t('request.said', { note })}</Text>}
        <RoleSelect myRole="admin" value={role} label={t('answer.role')} onChange={setRole} />
        <FailureNote text={decide.error && getFailureText(decide.error)} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={decide.isPending} onClick={() => mutate({ role: null })}>
            {t('members:requests.refuse')}
          </Button>
          {needsSeat ? (
            <AddSeat request={{ wid, uid, role, name }} isOwner={myRole === 'owner'} />
          ) : (
            <Button loading={decide.isPending} onClick={() => mutate({ role })}>
              {t('members:requests.letIn')}
            </Button>
          )}
        </Group>
      </Stack>
    </Sheet>
  )
}

/** The current person's role in the space: only the owner can buy seats. */
function useSpaceRole(wid: string) {
  const { data } = useQuery(callQuery(api.space.info, { query: { wid } }, { quiet: true }))
  return data?.role ?? null
}

function AnsweredRequest({ request, wid }: { request: AccessRequest; wid: string }) {
  const { t } = useTranslation('invite')
  const { name } = request
  const isGranted = request.state === 'granted'
  return (
    <EmptyState
      role="status"
      order={1}
      icon={isGranted ? <IconMoodSmile size={28} stroke={1.5} /> : <IconMailCheck size={28} stroke={1.5} />}
      title={t(isGranted ? 'answer.granted' : 'answer.declined', { name })}
      text={
        isGranted
          ? t('answer.as', { name, role: t(`members:roles.${request.role}.as`) })
          : t('answer.declinedText', { name })
      }
    >
      <Button component={Link} to={`/whiteboard?w=${encodeURIComponent(wid)}`}>
        {t('accept')}
      </Button>
      <Button component={Link} to="/dashboard" variant="default">
        {t('common:act.toDashboard')}
      </Button>
    </EmptyState>
  )
}
