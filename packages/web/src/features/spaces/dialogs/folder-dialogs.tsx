import { Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { calls, lengths } from '@tavla/contract'
import type { Folder, Space } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureHere } from '../../../platform/failure.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { useChangeFolders, useFolders, withAdded, withMoved, withRenamed } from '../folders.ts'
import classes from './folder-dialogs.module.css'
import { NameDialog } from './name-dialog.tsx'

const FolderName = calls.space.setFolders.body.shape.list.element.pick({ name: true })

/** A name for a new folder, or another one for `folder`. */
export function FolderDialog({ folder, onClose }: { folder: Folder | null; onClose(): void }) {
  const { t } = useTranslation('dashboard')
  const change = useChangeFolders()
  return (
    <NameDialog
      title={t(folder ? 'folder.rename' : 'folder.new')}
      label={t('folder.name')}
      name={folder?.name ?? ''}
      schema={FolderName}
      send={(name) =>
        change.mutateAsync((list) =>
          folder ? withRenamed(list, folder.id, name) : withAdded(list, name, []),
        )
      }
      onClose={onClose}
    />
  )
}

const none = 'none'
const added = 'new'

interface MoveDialogProps {
  spaces: readonly Space[]
  onDone(): void
  onClose(): void
}

/** Into which folder: one of mine, a new one, or none. The keyboard's and the phone's way of dragging. */
export function MoveDialog({ spaces, onDone, onClose }: MoveDialogProps) {
  const { t } = useTranslation('dashboard')
  const { data: folders } = useFolders()
  const change = useChangeFolders()
  const places = new Set(spaces.map(({ folder }) => folder))
  const [only] = places.size === 1 ? places : [undefined]
  const [chosen, setChosen] = useState<string | null>(only === undefined ? null : (only ?? none))
  const [name, setName] = useState('')
  const to = chosen ?? (folders?.length === 0 ? added : null)
  const ready = to !== null && (to !== added || name.trim() !== '')

  const move = () => {
    if (!ready) return
    const wids = spaces.map(({ wid }) => wid)
    change.mutate(
      (list) =>
        to === added ? withAdded(list, name.trim(), wids) : withMoved(list, wids, to === none ? null : to),
      { onSuccess: onDone },
    )
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('folder.move', { count: spaces.length, name: spaces[0]?.name })}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          move()
        }}
      >
        <Stack>
          <Radio.Group value={to} onChange={setChosen} aria-label={t('folder.list')}>
            <div className={classes.choices}>
              <Radio value={none} label={t('folder.none')} data-autofocus={to === none || undefined} />
              {folders?.map((folder) => (
                <Radio
                  key={folder.id}
                  value={folder.id}
                  label={<span dir="auto">{folder.name}</span>}
                  data-autofocus={to === folder.id || undefined}
                />
              ))}
              <Radio value={added} label={t('folder.new')} />
            </div>
          </Radio.Group>
          {to === added && (
            <TextInput
              label={t('folder.name')}
              value={name}
              maxLength={lengths.folderName}
              data-autofocus
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
          {folders?.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('folder.explained')}
            </Text>
          )}
          <FailureNote text={change.error && failureHere(change.error)} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common:act.cancel')}
            </Button>
            <Button type="submit" loading={change.isPending} disabled={!ready}>
              {t('folder.moveHere')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
