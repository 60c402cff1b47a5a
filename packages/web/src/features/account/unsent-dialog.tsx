import { Anchor, Button, Group, List, Loader, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { storage } from '../../platform/storage.ts'
import { keys } from '../../platform/storage-keys.ts'
import type { Unsent } from '../../platform/unsent.ts'

interface UnsentDialogProps {
  unsent: readonly Unsent[]
  /** Logs out as soon as everything has arrived. */
  waiting: boolean
  onWait(): void
  onKeep(): void
  onDiscard(): void
  onClose(): void
}

/** Three ways to log out with work that has not arrived. Nothing is lost unless the person says so. */
export function UnsentDialog({ unsent, waiting, onWait, onKeep, onDiscard, onClose }: UnsentDialogProps) {
  const { t } = useTranslation()
  const count = unsent.reduce((sum, one) => sum + one.count, 0)
  const undecided = unsent.reduce((sum, one) => sum + one.undecided, 0)
  const mayKeep = unsent.every(({ kept }) => kept)
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
        <Boards unsent={unsent} onOpen={onClose} />
        <Text size="sm" c="dimmed">
          {t(mayKeep ? 'logout.unsent.kept' : 'logout.unsent.lost')}
        </Text>
        {waiting ? (
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
              <Button onClick={onWait} data-autofocus>
                {t('logout.unsent.wait')}
              </Button>
            )}
            {mayKeep && (
              <Button variant="default" onClick={onKeep}>
                {t('logout.unsent.keep')}
              </Button>
            )}
            <Button variant="subtle" color="red" onClick={onDiscard}>
              {t('logout.unsent.discard')}
            </Button>
          </Stack>
        )}
      </Stack>
    </Modal>
  )
}

/** Work goes out while its board is open, so each board is one click away. */
function Boards({ unsent, onOpen }: { unsent: readonly Unsent[]; onOpen(): void }) {
  const { t } = useTranslation()
  const names = new Map((storage.read(keys.spaceList)?.list ?? []).map(({ wid, name }) => [wid, name]))
  const boards = [...new Set(unsent.map(({ wid }) => wid))]
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
