import { Anchor, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { AppFrame } from '../../features/account/index.ts'
import { Thumbnail, useRecentSpaces, getWhiteboardUrl } from '../../features/spaces/index.ts'
import { VoiceSettingsSection } from '../../features/voice/index.ts'
import { getFailureText } from '../../platform/failure.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { useTitle } from '../../platform/dom/use-title.ts'
import { session } from '../../state/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Column } from '../../ui/frame.tsx'
import classes from './pcapp.module.css'

const maxRecentBoards = 6

/** Home of the desktop app: recent boards and voice settings. */
export function PcApp() {
  const { t } = useTranslation('desktop')
  useTitle(t('home.title'))
  const isLogin = useSignal(session.isLogin)
  return (
    <AppFrame>
      <Column wide>
        <Stack>
          <Title order={1}>{t('home.title')}</Title>
          {isLogin ? (
            <RecentBoards />
          ) : (
            <EmptyState title={t('home.signIn')}>
              <Button component={Link} to="/pcapp-login">
                {t('common:account.signIn')}
              </Button>
            </EmptyState>
          )}
          {isLogin && (
            <section aria-labelledby="voice">
              <Title order={2} size="h4" id="voice" mb="sm">
                {t('home.voice')}
              </Title>
              <VoiceSettingsSection />
            </section>
          )}
          <Text size="sm" c="dimmed">
            {t('home.importHint')}
          </Text>
        </Stack>
      </Column>
    </AppFrame>
  )
}

function RecentBoards() {
  const { t } = useTranslation('desktop')
  const { data: list, error, refetch } = useRecentSpaces(maxRecentBoards)
  if (error && !list) {
    return (
      <EmptyState role="alert" title={getFailureText(error)}>
        <Button onClick={() => void refetch()}>{t('common:act.tryAgain')}</Button>
      </EmptyState>
    )
  }
  if (!list) return <Skeleton height={240} radius="md" />
  return (
    <>
      <ul className={classes.list}>
        {list.map(({ wid, name, thumb }) => (
          <li key={wid} className={classes.line}>
            <span className={classes.thumb}>
              <Thumbnail wid={wid} name={name} url={thumb} />
            </span>
            <Link to={getWhiteboardUrl(wid)}>{name}</Link>
          </li>
        ))}
      </ul>
      <Group>
        <Button component={Link} to="/dashboard">
          {t('common:act.toDashboard')}
        </Button>
        <Anchor component={Link} to="/userinfo">
          {t('common:account.settings')}
        </Anchor>
      </Group>
    </>
  )
}
