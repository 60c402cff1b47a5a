import { Badge, Button, Group, Skeleton, Text } from '@mantine/core'
import { IconBrowser, IconDeviceDesktop } from '@tabler/icons-react'
import { parseUserAgent, type Session } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { clock } from '../../platform/dom/clock.ts'
import { getFailureText } from '../../platform/failure.ts'
import { formatTimeAgo } from '../../platform/format.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Section } from '../../ui/section.tsx'

import { useEndSession, useSessions } from './queries.ts'
import classes from './userinfo.module.css'

/** The account's sessions. */
export function SessionSection() {
  const { t } = useTranslation('userinfo')
  const { data: list, error, refetch } = useSessions()
  const end = useEndSession()
  return (
    <Section id="sessions" title={t('sessions.title')} text={t('sessions.text')}>
      {error && !list ? (
        <Group justify="space-between">
          <Text size="sm" role="alert">
            {getFailureText(error)}
          </Text>
          <Button size="xs" variant="default" onClick={() => void refetch()}>
            {t('common:act.tryAgain')}
          </Button>
        </Group>
      ) : !list ? (
        <Skeleton height={52} radius="md" />
      ) : (
        <ul className={classes.list}>
          {list.map((session) => (
            <SessionLine
              key={session.id}
              session={session}
              busy={end.isPending && end.variables === session.id}
              onEnd={() => end.mutate(session.id)}
            />
          ))}
        </ul>
      )}
      <FailureNote text={end.error && getFailureText(end.error)} />
      {list && list.length > 1 && (
        <Group justify="flex-end">
          <Button
            variant="default"
            loading={end.isPending && end.variables === undefined}
            onClick={() => end.mutate(undefined)}
          >
            {t('sessions.endOthers')}
          </Button>
        </Group>
      )}
    </Section>
  )
}

interface SessionLineProps {
  session: Session
  busy: boolean
  onEnd(): void
}

function SessionLine({ session, busy, onEnd }: SessionLineProps) {
  const { t, i18n } = useTranslation('userinfo')
  const Icon = session.kind === 'desktop' ? IconDeviceDesktop : IconBrowser
  const { browser, system } = parseUserAgent(session.agent)
  return (
    <li className={classes.line}>
      <Icon size={20} stroke={1.5} className={classes.icon} aria-hidden />
      <div className={classes.grow}>
        <Text size="sm" fw={500}>
          {session.kind === 'desktop' ? t('sessions.desktop') : (browser ?? t('sessions.unknown'))}
          {system !== null && ` · ${system}`}
        </Text>
        <Text size="xs" c="dimmed">
          {t('sessions.active', { when: formatTimeAgo(session.lastActiveAt, clock.now(), i18n.language) })}
        </Text>
      </div>
      {session.current ? (
        <Badge variant="default">{t('sessions.current')}</Badge>
      ) : (
        <Button size="xs" variant="subtle" color="gray" loading={busy} onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}
