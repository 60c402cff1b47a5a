import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getLocalFailureText } from '../../../platform/failure.ts'
import type { OpenedFiles } from '../../../platform/desktop/opened-files.ts'
import { toasts } from '../../../platform/toast.ts'
import { session } from '../../../state/index.ts'
import { readDrawings, sortFiles } from './import-files.ts'
import type { ReadDrawing, ReadFiles } from './import-files.ts'
import { ImportReportDialog } from './import-report.tsx'
import { getTitle } from './get-title.ts'
import { setNextBoards, setPendingImport } from './pending-import.ts'

interface ReadFilesDialogProps {
  opened: OpenedFiles
  /** The open folder, in which boards are made. */
  folder: string | null
  /**
   * At least one file can be inserted. The board that is made for them calls the function that it gets with its id,
   * and opens once that has resolved.
   */
  onRead(title: string, insertInto: (wid: string) => Promise<unknown>): void
  onClose(): void
}

/** Reads chosen files before there is a board for them, so that a broken file makes none. */
export function ReadFilesDialog({ opened, folder, onRead, onClose }: ReadFilesDialogProps) {
  const { t } = useTranslation('board')
  const { files, tooLarge } = opened
  const count = files.length + tooLarge.length
  const [current, setCurrent] = useState<{
    readonly name: string
    readonly index: number
    readonly share: number | null
  } | null>(null)
  const [read, setRead] = useState<ReadFiles | null>(null)
  const makeBoard = (first: ReadFiles, next: readonly ReadDrawing[]) => {
    const { name } = first.drawings[0] ?? first.images[0] ?? { name: '' }
    const uid = session.userInfo.peek()?.uid ?? ''
    onRead(getTitle(name), (wid) =>
      Promise.all([setPendingImport({ uid, wid }, { read: first }), setNextBoards(uid, next, folder)]),
    )
  }
  const finish = useEffectEvent((done: ReadFiles) => {
    const { drawings, images } = done
    const isNothing = drawings.length + images.length === 0
    if (isNothing || drawings.length > 1) setRead(done)
    else makeBoard(done, [])
  })
  const fail = useEffectEvent((error: unknown) => {
    toasts.note(getLocalFailureText(error) ?? t('import.broken'))
    onClose()
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const readFiles = async () => {
      const { failed, ...sorted } = await sortFiles(files.map((blob) => ({ blob, name: blob.name })))
      const missing = tooLarge.map((name) => ({ type: 'failed', name, reason: 'too_large_to_open' }) as const)
      return await readDrawings(
        { ...sorted, failed: [...failed, ...missing] },
        signal,
        (name, index, share) => setCurrent({ name, index, share }),
      )
    }
    readFiles().then(
      (done) => signal.aborted || finish(done),
      (error: unknown) => signal.aborted || fail(error),
    )
    return () => controller.abort()
  }, [files, tooLarge])

  const { index = 0, share = null } = current ?? {}
  // One file without pages has nothing to count.
  const progress = files.length === 1 && share === null ? null : ((index + (share ?? 0)) / files.length) * 100

  if (read?.drawings.length === 0) return <ImportReportDialog outcomes={read.others} onClose={onClose} />
  if (read) return <BoardChoice read={read} onChosen={makeBoard} onClose={onClose} />
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
            value={progress ?? 100}
            animated={progress === null}
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

interface BoardChoiceProps {
  read: ReadFiles
  /** Makes a board of the first ones, and one of each that comes next. */
  onChosen(first: ReadFiles, next: readonly ReadDrawing[]): void
  onClose(): void
}

/** Asks whether several drawings become one board or a board each. */
function BoardChoice({ read, onChosen, onClose }: BoardChoiceProps) {
  const { t } = useTranslation('board')
  const { drawings } = read
  const count = drawings.length
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('import.boards.title', { count })}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('import.boards.text')}</Text>
        <Group gap="xs" justify="flex-end">
          <Button
            variant="default"
            onClick={() => onChosen({ ...read, drawings: drawings.slice(0, 1) }, drawings.slice(1))}
          >
            {t('import.boards.each', { count })}
          </Button>
          <Button data-autofocus onClick={() => onChosen(read, [])}>
            {t('import.boards.one')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
