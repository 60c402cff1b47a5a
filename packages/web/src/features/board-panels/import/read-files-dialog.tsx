import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { lengths } from '@tavla/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getLocalFailureText } from '../../../platform/failure.ts'
import type { OpenedFiles } from '../../../platform/dom/opened-files.ts'
import { toasts } from '../../../platform/toast.ts'
import { readDrawings, sortFiles } from './import-files.ts'
import type { FailedImport, ReadFiles } from './import-files.ts'
import { ImportReportDialog } from './import-report.tsx'
import { setPendingImport } from './pending-import.ts'

interface ReadFilesDialogProps {
  opened: OpenedFiles
  /**
   * At least one file can be inserted. The board that is made for them calls the function that it gets with its id,
   * before it opens.
   */
  onRead(title: string, insertInto: (wid: string) => void): void
  onClose(): void
}

/** Reads chosen files before there is a board for them, so that a broken file makes none. */
export function ReadFilesDialog({ opened, onRead, onClose }: ReadFilesDialogProps) {
  const { t } = useTranslation('board')
  const { files, tooLarge } = opened
  const count = files.length + tooLarge.length
  const [current, setCurrent] = useState<{ readonly name: string; readonly index: number } | null>(null)
  const [failed, setFailed] = useState<readonly FailedImport[] | null>(null)
  const finish = useEffectEvent((read: ReadFiles) => {
    const first = read.drawings[0] ?? read.images[0]
    if (!first) return setFailed(read.failed)
    onRead(getTitle(first.name), (wid) => setPendingImport(wid, read))
  })
  const fail = useEffectEvent((error: unknown) => {
    toasts.note(getLocalFailureText(error) ?? t('import.broken'))
    onClose()
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const read = async () => {
      const { failed, ...sorted } = await sortFiles(files.map((blob) => ({ blob, name: blob.name })))
      const missing = tooLarge.map((name) => ({ type: 'failed', name, reason: 'too_large_to_open' }) as const)
      return await readDrawings({ ...sorted, failed: [...failed, ...missing] }, signal, (name, index) =>
        setCurrent({ name, index }),
      )
    }
    read().then(
      (done) => signal.aborted || finish(done),
      (error: unknown) => signal.aborted || fail(error),
    )
    return () => controller.abort()
  }, [files, tooLarge])

  if (failed) return <ImportReportDialog outcomes={failed} onClose={onClose} />
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('import.reading', { count })}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      <Stack gap="md" role="status">
        <Text size="sm" truncate dir="auto">
          {current?.name ?? files[0]?.name}
        </Text>
        <Group gap="sm" wrap="nowrap">
          <Progress
            flex={1}
            value={files.length > 1 ? ((current?.index ?? 0) / files.length) * 100 : 100}
            animated={files.length === 1}
            aria-label={t('import.reading', { count })}
          />
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('common:act.cancel')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** The file's name without its endings, as the name of a board. */
function getTitle(name: string): string {
  const title = name.replace(/(\.excalidraw)?\.[^.]{1,16}$/i, '').trim() || name
  return title.slice(0, lengths.spaceName).toWellFormed()
}
