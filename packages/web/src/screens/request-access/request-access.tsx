import { Button, Loader } from '@mantine/core'
import { codes, GivenRole, isAtLeast, notificationTypes } from '@tavla/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '../../platform/navigation/link.tsx'
import { useNavigate } from '../../platform/navigation/use-navigate.ts'
import { useSearchParams } from '../../platform/navigation/use-search-params.ts'
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
import { withQueries } from '../../state/with-queries.tsx'
import { type AnswerParameters, AnswerRequest } from './answer-request.tsx'
import { RequestForm, DeclinedRequest, PendingRequest } from './request-form.tsx'

/** Refetches the request when a live notification announces its answer. */
function useLiveAnswer(wid: string): void {
  const client = useQueryClient()
  const socket = useSignal(tabSocket.socket)
  useEffect(() => tabSocket.listen(), [])
  useEffect(
    () =>
      socket?.onNotification(({ type, wid: shownWid }) => {
        if (type === notificationTypes.accessAnswered && shownWid === wid)
          void client.invalidateQueries({ queryKey: callKey(api.space.accessRequests, { query: { wid } }) })
      }),
    [client, socket, wid],
  )
}

/** The person's role in the space; null if they are no member, undefined while loading. */
function useMyRole(wid: string) {
  const { data, error } = useQuery({
    ...callQuery(api.space.info, { query: { wid } }, { quiet: true }),
    enabled: wid !== '',
    retry: false,
  })
  return data?.role ?? (error ? null : undefined)
}

/** The parameters of a link from an email, or null. */
function parseAnswer(query: URLSearchParams): AnswerParameters | null {
  const [wid, uid, answer] = [query.get('w'), query.get('uid'), query.get('answer')]
  if (!wid || !uid || (answer !== 'yes' && answer !== 'no')) return null
  return { wid, uid, answer, proof: query.get('proof') }
}

/** Requests access and waits for the answer; opened from an email, answers a request. */
export const RequestAccess = withQueries(RequestAccessScreen)

function RequestAccessScreen() {
  const { t } = useTranslation('invite')
  const [query] = useSearchParams()
  const answer = parseAnswer(query)
  const uid = useSignal(session.userInfo)?.uid
  useTitle(t(answer ? 'answer.page' : 'request.title'))
  return (
    <AppFrame>
      <Column>
        {answer ? <AnswerRequest {...answer} /> : <MyRequest query={query} />}
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
  const requestedRole = GivenRole.safeParse(query.get('role')).data ?? 'editor'
  const { data: request, error, refetch } = useMyAccessRequest(wid, { enabled: wid !== '', watch: true })
  const role = useMyRole(wid)
  useLiveAnswer(wid)
  const wasPending = useRef(false)
  // A member with at least the requested role goes on to the board.
  const hasRole = role != null && isAtLeast(role, requestedRole)
  useEffect(() => {
    if (request?.state === 'waiting') wasPending.current = true
    // An older granted request must not keep a member from requesting a higher role.
    const isAnswered = request?.state === 'granted' && (wasPending.current || role === null)
    if (hasRole || isAnswered) void navigate(`/whiteboard?w=${encodeURIComponent(wid)}`, { replace: true })
  }, [hasRole, navigate, request, role, wid])

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
  if (request === undefined || role === undefined || hasRole)
    return (
      <EmptyState
        role="status"
        order={1}
        icon={<Loader size={24} color="gray" />}
        title={t('request.title')}
      />
    )
  if (request === null || request.state === 'granted')
    return (
      <RequestForm
        wid={wid}
        role={requestedRole}
        isMember={role !== null}
        isFull={query.get('seat') === '1'}
      />
    )
  return request.state === 'refused' ? (
    <DeclinedRequest wid={wid} request={request} />
  ) : (
    <PendingRequest wid={wid} request={request} />
  )
}
