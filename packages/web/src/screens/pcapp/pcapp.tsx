import { Anchor, Button, CloseButton, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import type { SpaceListItem } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '../../platform/navigation/link.tsx'
import { AppFrame } from '../../features/account/index.ts'
import { ImportButton, useImport } from '../../features/board-panels/index.ts'
import {
  getOfflineSpaces,
  getThumbnailUrl,
  getWhiteboardUrl,
  Thumbnail,
  useNewBoard,
  useRecentSpaces,
} from '../../features/spaces/index.ts'
import { VoiceSettingsSection } from '../../features/voice/index.ts'
import { getFailureText, getLocalFailureText, isOffline } from '../../platform/failure.ts'
import { longDate, formatTimeAgo } from '../../platform/format.ts'
import { clock } from '../../platform/dom/clock.ts'
import { getDesktopBridge } from '../../platform/dom/desktop.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { useTitle } from '../../platform/dom/use-title.ts'
import { session } from '../../state/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Column } from '../../ui/frame.tsx'
import { withQueries } from '../../state/with-queries.tsx'
import classes from './pcapp.module.css'

const maxRecentBoards = 8
const maxFoundBoards = 30
const searchAfterMs = 250

/** Home of the desktop app: recent boards, search, files of this computer, and voice settings. */
export const PcApp = withQueries(PcAppScreen)

function PcAppScreen() {
  const { t } = useTranslation('desktop')
  useTitle(t('home.title'))
  const isLogin = useSignal(session.isLogin)
  return (
    <AppFrame>
      <Column wide>
        <Stack gap="xl">
          {isLogin ? (
            <Home />
          ) : (
            <>
              <Title order={1}>{t('home.title')}</Title>
              <EmptyState title={t('home.signIn')}>
                <Button component={Link} to="/pcapp-login">
                  {t('common:account.signIn')}
                </Button>
              </EmptyState>
            </>
          )}
          <Links isLogin={isLogin} />
        </Stack>
      </Column>
    </AppFrame>
  )
}

function Home() {
  const { t } = useTranslation('desktop')
  const { create, newBoard, createBoard } = useNewBoard(null)
  const importing = useImport(createBoard, null)
  const [typed, setTyped] = useState('')
  const [key] = useDebouncedValue(typed.trim(), searchAfterMs)
  return (
    <>
      <Stack>
        <div className={classes.top}>
          <Title order={1}>{t('home.title')}</Title>
          <Group gap={8}>
            <ImportButton isBusy={create.isPending} onFiles={importing.start} />
            <Button
              leftSection={<IconPlus size={18} stroke={1.5} />}
              loading={create.isPending}
              onClick={newBoard}
            >
              {t('dashboard:newBoard')}
            </Button>
          </Group>
        </div>
        <FailureNote text={create.error && getLocalFailureText(create.error)} />
        <TextInput
          type="search"
          aria-label={t('dashboard:search')}
          placeholder={t('dashboard:search')}
          leftSection={<IconSearch size={18} stroke={1.5} />}
          rightSection={
            typed !== '' && (
              <CloseButton size="sm" aria-label={t('dashboard:clearSearch')} onClick={() => setTyped('')} />
            )
          }
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && setTyped('')}
        />
        <RecentBoards searchText={key} />
      </Stack>
      <section aria-labelledby="voice">
        <Title order={2} size="h4" id="voice" mb="sm">
          {t('home.voice')}
        </Title>
        <VoiceSettingsSection />
      </section>
      {importing.dialog}
    </>
  )
}

function RecentBoards({ searchText }: { searchText: string }) {
  const { t } = useTranslation('desktop')
  const limit = searchText === '' ? maxRecentBoards : maxFoundBoards
  const { data: list, error, failureReason, refetch } = useRecentSpaces(limit, searchText)
  const failure = error ?? (isOffline(failureReason) ? failureReason : null)
  if (failure && (!list || isOffline(failure))) {
    const known = isOffline(failure) ? getOfflineSpaces() : []
    const matching = known.filter(({ name }) => name.toLowerCase().includes(searchText.toLowerCase()))
    return (
      <>
        <EmptyState role="alert" title={getFailureText(failure)}>
          <Button onClick={() => void refetch()}>{t('common:act.tryAgain')}</Button>
        </EmptyState>
        <BoardList list={matching.slice(0, limit)} />
      </>
    )
  }
  if (!list) return <Skeleton height={240} radius="md" />
  if (list.length > 0) return <BoardList list={list} />
  return searchText === '' ? (
    <EmptyState title={t('dashboard:empty.all.title')} text={t('home.none')} />
  ) : (
    <EmptyState
      role="status"
      title={t('dashboard:nothingFound', { key: searchText })}
      text={t('dashboard:nothingFoundText')}
    />
  )
}

type ListedBoard = ReturnType<typeof getOfflineSpaces>[number] | SpaceListItem

function BoardList({ list }: { list: readonly ListedBoard[] }) {
  return (
    <ul className={classes.list}>
      {list.map((board) => (
        <li key={board.wid} className={classes.line}>
          <span className={classes.thumb}>
            <Thumbnail
              wid={board.wid}
              name={board.name}
              url={'photo' in board ? getThumbnailUrl(board) : null}
            />
          </span>
          <Link to={getWhiteboardUrl(board.wid)} dir="auto" title={board.name}>
            {board.name}
          </Link>
          {'openedAt' in board && <OpenedWhen at={board.openedAt ?? board.updatedAt} />}
        </li>
      ))}
    </ul>
  )
}

function OpenedWhen({ at }: { at: string }) {
  const { i18n } = useTranslation('desktop')
  return (
    <Text component="span" size="xs" c="dimmed" className={classes.when} title={longDate(at, i18n.language)}>
      {formatTimeAgo(at, clock.now(), i18n.language, 'short')}
    </Text>
  )
}

function Links({ isLogin }: { isLogin: boolean }) {
  const { t } = useTranslation('desktop')
  const bridge = getDesktopBridge()
  return (
    <Group>
      {isLogin && (
        <>
          <Anchor component={Link} to="/dashboard">
            {t('home.allBoards')}
          </Anchor>
          <Anchor component={Link} to="/userinfo">
            {t('common:account.settings')}
          </Anchor>
        </>
      )}
      {bridge && (
        <Anchor component="button" type="button" onClick={() => void bridge.changeServer()}>
          {t('changeServer')}
        </Anchor>
      )}
    </Group>
  )
}
