import { Button, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { IconMailX, IconMoodSmile } from '@tabler/icons-react'
import type { InviteInfo } from '@tavla/contract'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '../../platform/navigation/link.tsx'
import { useNavigate } from '../../platform/navigation/use-navigate.ts'
import { useSearchParams } from '../../platform/navigation/use-search-params.ts'
import { AppFrame } from '../../features/account/index.ts'
import { useInviteInfo } from '../../features/members/index.ts'
import { Thumbnail } from '../../features/spaces/index.ts'
import { getFailureText } from '../../platform/failure.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { useTitle } from '../../platform/dom/use-title.ts'
import { invites, session, settings } from '../../state/index.ts'
import { EmphasizedText } from '../../ui/emphasized-text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Column, Sheet } from '../../ui/frame.tsx'
import { PersonAvatar } from '../../ui/person-avatar.tsx'
import { AlreadyMember, useMembership } from './already-member.tsx'
import { ReportDialog } from '../../features/feedback/index.ts'
import { withQueries } from '../../state/with-queries.tsx'
import { InviteAnswer } from './invite-answer.tsx'
import { getReason, InviteRefused } from './invite-refused.tsx'
import classes from './invite-loading.module.css'
import { isFinal, useInviteAnswer } from './use-invite-answer.ts'

/** Shows an invite and answers it. */
export const InviteLoading = withQueries(InviteLoadingScreen)

function InviteLoadingScreen() {
  const { t } = useTranslation('invite')
  const [query] = useSearchParams()
  const wid = query.get('w') ?? ''
  // Kept in state, because answering removes it from storage while the page still shows it.
  const [token] = useState(() => invites.getToken(wid) ?? query.get('invite'))
  const [opensVoice] = useState(() => query.get('voice') === '1')
  const { data: info, error, refetch } = useInviteInfo(token, { quiet: true })
  const membership = useMembership(info?.wid ?? wid)
  useTitle(info?.name ?? t('pageTitle'))

  useEffect(() => {
    settings.setInviteInfo(info ?? null)
    return () => settings.setInviteInfo(null)
  }, [info])
  useEffect(() => {
    if (error && isFinal(error)) invites.remove(wid)
  }, [error, wid])

  return (
    <AppFrame>
      <Column>
        {token === null ? (
          <EmptyState
            order={1}
            icon={<IconMailX size={28} stroke={1.5} />}
            title={t('missing.title')}
            text={t('missing.text')}
          >
            <Button component={Link} to="/dashboard" variant="default">
              {t('common:act.toDashboard')}
            </Button>
          </EmptyState>
        ) : membership.space && (info ?? error) ? (
          <AlreadyMember space={membership.space} role={info?.role ?? null} />
        ) : membership.isLoading ? (
          <EmptyState role="status" order={1} icon={<Loader size={24} color="gray" />} title={t('working')} />
        ) : info?.sentToOther ? (
          <InviteRefused reason="address" wid={info.wid} role={info.role} />
        ) : info ? (
          <InviteSheet token={token} info={info} opensVoice={opensVoice} />
        ) : error && isFinal(error) ? (
          <InviteRefused reason={getReason(error)} wid={wid} />
        ) : error ? (
          <EmptyState role="alert" order={1} title={getFailureText(error)}>
            <Button onClick={() => void refetch()}>{t('common:act.tryAgain')}</Button>
          </EmptyState>
        ) : (
          <EmptyState role="status" order={1} icon={<Loader size={24} color="gray" />} title={t('working')} />
        )}
      </Column>
    </AppFrame>
  )
}

function InviteSheet({ token, info, opensVoice }: { token: string; info: InviteInfo; opensVoice: boolean }) {
  const [isReporting, setIsReporting] = useState(false)
  const { t } = useTranslation('invite')
  const navigate = useNavigate()
  const user = useSignal(session.userInfo)
  const { accept, decline, error, busy, declined } = useInviteAnswer(
    { token, wid: info.wid, opensVoice },
    (address) => navigate(address, { replace: true }),
  )

  if (declined) {
    return (
      <EmptyState
        role="status"
        order={1}
        icon={<IconMoodSmile size={28} stroke={1.5} />}
        title={t('declined.title')}
        text={t('declined.text', { inviter: info.inviter.name })}
      >
        <Button component={Link} to="/dashboard" variant="default">
          {t('common:act.toDashboard')}
        </Button>
      </EmptyState>
    )
  }
  if (error && isFinal(error))
    return <InviteRefused reason={getReason(error)} wid={info.wid} role={info.role} onRetry={accept} />

  return (
    <Sheet
      picture={
        <div className={classes.thumb}>
          <Thumbnail wid={info.wid} name={info.name} url={info.photo} />
        </div>
      }
    >
      <Stack gap="lg">
        <div>
          <Group gap="sm" wrap="nowrap" mb="xs">
            <PersonAvatar
              id={info.inviter.uid}
              name={info.inviter.name}
              photo={info.inviter.photo}
              size={32}
            />
            <Text c="dimmed">
              <EmphasizedText
                template={t('invites', { skipInterpolation: true })}
                values={{ inviter: info.inviter.name }}
                className={classes.inviter}
              />
            </Text>
          </Group>
          <Title order={1} size="h2">
            {info.name}
          </Title>
          <Text c="dimmed">{t(`lead.${info.role}`)}</Text>
        </div>
        <InviteAnswer
          info={info}
          user={user}
          busy={busy}
          failure={error && getFailureText(error)}
          onAccept={accept}
          onDecline={decline}
        />
        <Button variant="subtle" color="gray" size="xs" onClick={() => setIsReporting(true)}>
          {t('common:report.title')}
        </Button>
        {isReporting && <ReportDialog token={token} onClose={() => setIsReporting(false)} />}
      </Stack>
    </Sheet>
  )
}
