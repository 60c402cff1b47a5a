import { Anchor, Button, Group, List, Loader, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from '../../platform/navigation/link.tsx'
import { getCachedSpace } from '../../platform/offline/cached-boards.ts'
import { deviceKey } from '../../platform/network/call-query.ts'
import { storage } from '../../platform/storage.ts'
import { keys } from '../../platform/storage-keys.ts'
import type { Unsent } from '../../platform/offline/unsent.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { session } from '../../state/index.ts'

interface UnsentDialogProps {
  unsent: readonly Unsent[]
  /** Logs out as soon as everything has been sent. */
  isWaiting: boolean
  onWait(): void
  onKeep(): void
  onDiscard(): void
  onClose(): void
}

/** Long labels wrap on narrow screens. */
const wrappingLabel = {
  root: { height: 'auto', minHeight: 40, paddingBlock: 6 },
  label: { whiteSpace: 'normal', textAlign: 'center', lineHeight: 1.25 },
} as const

/** Asks what to do with unsent work before logging out: send it first, keep it in this browser, or discard it. */
export function UnsentDialog({ unsent, isWaiting, onWait, onKeep, onDiscard, onClose }: UnsentDialogProps) {
  const { t } = useTranslation()
  const count = unsent.reduce((sum, board) => sum + board.count, 0)
  const undecided = unsent.reduce((sum, board) => sum + board.undecided, 0)
  const canKeep = unsent.every(({ isStored }) => isStored)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('logout.unsent.title')}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <Stack gap="md">
        {count > 0 && <Text role="status">{t('logout.unsent.text', { count })}</Text>}
        {undecided > 0 && <Text role="status">{t('logout.unsent.undecided', { count: undecided })}</Text>}
        <BoardLinks unsent={unsent} onOpen={onClose} />
        <Text size="sm" c="dimmed">
          {t(canKeep ? 'logout.unsent.kept' : 'logout.unsent.lost')}
        </Text>
        {isWaiting ? (
          <Group justify="space-between" wrap="nowrap">
            <Group gap="xs" wrap="nowrap" role="status">
              <Loader size={18} color="gray" />
              <Text size="sm">{t('logout.unsent.waiting')}</Text>
            </Group>
            <Button variant="default" flex="none" onClick={onClose}>
              {t('act.cancel')}
            </Button>
          </Group>
        ) : (
          <Stack gap="xs">
            {count > 0 && (
              <Button onClick={onWait} styles={wrappingLabel} data-autofocus>
                {t('logout.unsent.wait')}
              </Button>
            )}
            {canKeep && (
              <Button variant="default" styles={wrappingLabel} onClick={onKeep}>
                {t('logout.unsent.keep')}
              </Button>
            )}
            <Button variant="subtle" color="red" styles={wrappingLabel} onClick={onDiscard}>
              {t('logout.unsent.discard')}
            </Button>
          </Stack>
        )}
      </Stack>
    </Modal>
  )
}

/** Names from the dashboard's last list, or from the offline cache for boards that were opened by URL. */
function useBoardNames(wids: readonly string[]): ReadonlyMap<string, string> {
  const uid = useSignal(session.userInfo)?.uid ?? ''
  const cached = useQuery({
    queryKey: deviceKey('boardNames', uid, wids),
    networkMode: 'always',
    queryFn: () => Promise.all(wids.map((wid) => getCachedSpace({ uid, wid }))),
  })
  const spaces = (cached.data ?? []).filter((space) => space !== null)
  const listed = storage.read(keys.spaceList)?.list ?? []
  return new Map([...spaces, ...listed].map(({ wid, name }) => [wid, name]))
}

/** Edits are sent while their board is open, so every board is linked. */
function BoardLinks({ unsent, onOpen }: { unsent: readonly Unsent[]; onOpen(): void }) {
  const { t } = useTranslation()
  const boards = [...new Set(unsent.map(({ wid }) => wid))]
  const names = useBoardNames(boards)
  return (
    <List size="sm" spacing={4}>
      {boards.map((wid) => (
        <List.Item key={wid}>
          <Anchor component={Link} to={`/whiteboard?w=${encodeURIComponent(wid)}`} onClick={onOpen}>
            {names.get(wid) ?? t('logout.unsent.board')}
          </Anchor>
        </List.Item>
      ))}
    </List>
  )
}
