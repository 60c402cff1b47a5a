import { Button, Loader } from '@mantine/core'
import { codes, GivenRole, isAtLeast, notificationTypes } from '@tavla/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { AppFrame, UnsentNote } from '../../features/account/index.ts'
import { useMyAccessRequest } from '../../features/members/index.ts'
import { UnsentWorkList } from '../../features/while-away/index.ts'
import { api } from '../../platform/network/api.ts'
import { callKey, callQuery } from '../../platform/network/call-query.ts'
import { getFailureText, isRefusal } from '../../platform/failure.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { useTitle } from '../../platform/dom/use-title.ts'
import { session, tabSocket } from '../../state/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Column } from '../../ui/frame.tsx'
import { type AnswerAddress, Answering } from './answering.tsx'
import { Ask, Refused, Waiting } from './asking.tsx'

/** The decision is announced to every tab of the person; the page then fetches it. */
function useAnswerLive(wid: string): void {
  const client = useQueryClient()
  const socket = useSignal(tabSocket.socket)
  useEffect(() => tabSocket.listen(), [])
  useEffect(
    () =>
      socket?.onNotice(({ type, wid: of }) => {
        if (type === notificationTypes.accessAnswered && of === wid)
          void client.invalidateQueries({ queryKey: callKey(api.space.accessRequests, { query: { wid } }) })
      }),
    [client, socket, wid],
  )
}

/** My role, where I am in already and ask to do more; null for a stranger, undefined while it is not known. */
function useMyRole(wid: string) {
  const { data, error } = useQuery({
    ...callQuery(api.space.info, { query: { wid } }, { quiet: true }),
    enabled: wid !== '',
    retry: false,
  })
  return data?.role ?? (error ? null : undefined)
}

/** The parameters of an email's link, if it is one. */
function findAnswer(query: URLSearchParams): AnswerAddress | null {
  const [wid, uid, answer] = [query.get('w'), query.get('uid'), query.get('answer')]
  if (!wid || !uid || (answer !== 'yes' && answer !== 'no')) return null
  return { wid, uid, answer, proof: query.get('proof') }
}

/** Requests access and waits for it; or, from an email, answers a request. */
export function RequestAccess() {
  const { t } = useTranslation('invite')
  const [query] = useSearchParams()
  const answer = findAnswer(query)
  const uid = useSignal(session.userInfo)?.uid
  useTitle(t(answer ? 'answer.page' : 'request.title'))
  return (
    <AppFrame>
      <Column>
        {answer ? <Answering {...answer} /> : <MyRequest query={query} />}
        {!answer && <UnsentNote uid={uid} wid={query.get('w') ?? ''} />}
        {!answer && uid !== undefined && <UnsentWorkList uid={uid} wid={query.get('w') ?? ''} />}
      </Column>
    </AppFrame>
  )
}

function MyRequest({ query }: { query: URLSearchParams }) {
  const { t } = useTranslation('invite')
  const navigate = useNavigate()
  const wid = query.get('w') ?? ''
  const wanted = GivenRole.safeParse(query.get('role')).data ?? 'editor'
  const { data: request, error, refetch } = useMyAccessRequest(wid, { enabled: wid !== '', watch: true })
  const role = useMyRole(wid)
  useAnswerLive(wid)
  const waited = useRef(false)
  // Anyone who is in has nothing to ask for here, unless it is more than they may.
  const isIn = role != null && isAtLeast(role, wanted)
  useEffect(() => {
    if (request?.state === 'waiting') waited.current = true
    // An answer from another day does not hinder a member from asking for more.
    const isAnswered = request?.state === 'granted' && (waited.current || role === null)
    if (isIn || isAnswered) void navigate(`/whiteboard?w=${encodeURIComponent(wid)}`, { replace: true })
  }, [isIn, navigate, request, role, wid])

  if (wid === '' || isRefusal(error, codes.invalid.code))
    return (
      <EmptyState order={1} title={t('request.missing.title')} text={t('request.missing.text')}>
        <Button component={Link} to="/dashboard" variant="default">
          {t('common:act.toDashboard')}
        </Button>
      </EmptyState>
    )
  if (error && request === undefined)
    return (
      <EmptyState role="alert" order={1} title={getFailureText(error)}>
        <Button onClick={() => void refetch()}>{t('common:act.tryAgain')}</Button>
      </EmptyState>
    )
  if (request === undefined || role === undefined || isIn)
    return (
      <EmptyState
        role="status"
        order={1}
        icon={<Loader size={24} color="gray" />}
        title={t('request.title')}
      />
    )
  if (request === null || request.state === 'granted')
    return <Ask wid={wid} role={wanted} isIn={role !== null} isFull={query.get('seat') === '1'} />
  return request.state === 'refused' ? (
    <Refused wid={wid} request={request} />
  ) : (
    <Waiting wid={wid} request={request} />
  )
}
