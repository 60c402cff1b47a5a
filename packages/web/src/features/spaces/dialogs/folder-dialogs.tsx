import { Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { calls, lengths } from '@tavla/contract'
import type { Folder, Space } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getLocalFailureText } from '../../../platform/failure.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { useChangeFolders, useFolders, addFolder, moveToFolder, renameFolder } from '../folders.ts'
import classes from './folder-dialogs.module.css'
import { NameDialog } from './name-dialog.tsx'

const FolderName = calls.space.setFolders.body.shape.list.element.pick({ name: true })

/** Creates a folder, or renames `folder`. */
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
          folder ? renameFolder(list, folder.id, name) : addFolder(list, name, []),
        )
      }
      onClose={onClose}
    />
  )
}

const noFolder = 'none'
const newFolder = 'new'

interface MoveDialogProps {
  spaces: readonly Space[]
  onDone(): void
  onClose(): void
}

/** Moves spaces to a folder, a new folder or none: the alternative to dragging, for keyboard and touch. */
export function MoveDialog({ spaces, onDone, onClose }: MoveDialogProps) {
  const { t } = useTranslation('dashboard')
  const { data: folders } = useFolders()
  const change = useChangeFolders()
  const currentFolders = new Set(spaces.map(({ folder }) => folder))
  const [currentFolder] = currentFolders.size === 1 ? currentFolders : [undefined]
  const [selected, setSelected] = useState<string | null>(
    currentFolder === undefined ? null : (currentFolder ?? noFolder),
  )
  const [name, setName] = useState('')
  const target = selected ?? (folders?.length === 0 ? newFolder : null)
  const canMove = target !== null && (target !== newFolder || name.trim() !== '')

  const move = () => {
    if (!canMove) return
    const wids = spaces.map(({ wid }) => wid)
    change.mutate(
      (list) =>
        target === newFolder
          ? addFolder(list, name.trim(), wids)
          : moveToFolder(list, wids, target === noFolder ? null : target),
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
          <Radio.Group value={target} onChange={setSelected} aria-label={t('folder.list')}>
            <div className={classes.choices}>
              <Radio
                value={noFolder}
                label={t('folder.none')}
                data-autofocus={target === noFolder || undefined}
              />
              {folders?.map((folder) => (
                <Radio
                  key={folder.id}
                  value={folder.id}
                  label={<span dir="auto">{folder.name}</span>}
                  data-autofocus={target === folder.id || undefined}
                />
              ))}
              <Radio value={newFolder} label={t('folder.new')} />
            </div>
          </Radio.Group>
          {target === newFolder && (
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
          <FailureNote text={change.error && getLocalFailureText(change.error)} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common:act.cancel')}
            </Button>
            <Button type="submit" loading={change.isPending} disabled={!canMove}>
              {t('folder.moveHere')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
