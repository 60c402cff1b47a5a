import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { watchOpenedFiles, type OpenedFiles } from '../../../platform/desktop/opened-files.ts'
import { ReadFilesDialog } from './lazy-read-files-dialog.ts'
import classes from './use-import.module.css'

/**
 * Reads files that were chosen, dropped on the page, or opened with the app, and creates a board of them; `dialog`
 * shows the progress and what could not be read.
 */
export function useImport(
  createBoard: (board: { name: string }, onCreated: (wid: string) => Promise<unknown>) => void,
  folder: string | null,
): {
  start(files: readonly File[]): void
  readonly dialog: ReactNode
} {
  const [opened, setOpened] = useState<OpenedFiles | null>(null)
  const open = (chosen: OpenedFiles) => setOpened((current) => current ?? chosen)
  const start = (files: readonly File[]) => open({ files, tooLarge: [] })
  const isDragged = useFileDrop(start)
  useEffect(() => watchOpenedFiles(open), [])
  return {
    start,
    dialog: (
      <>
        {isDragged && <DropHint />}
        {opened && (
          <ReadFilesDialog
            opened={opened}
            folder={folder}
            onRead={(name, onCreated) => {
              setOpened(null)
              createBoard({ name }, onCreated)
            }}
            onClose={() => setOpened(null)}
          />
        )}
      </>
    ),
  }
}

/** Whether files are dragged over the page, on which they can be dropped anywhere. */
function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const onDrag = useEffectEvent((event: DragEvent) => {
    // A dialog covers the page; boards dragged into folders are no files.
    const { dataTransfer } = event
    if (event.defaultPrevented || !dataTransfer?.types.includes('Files')) return
    // Otherwise the browser would leave the page and show the file.
    event.preventDefault()
    const isBlocked = document.querySelector('[role="dialog"]') !== null
    if (event.type === 'dragover') {
      dataTransfer.dropEffect = isBlocked ? 'none' : 'copy'
      return setIsOver(!isBlocked)
    }
    setIsOver(false)
    const files = [...dataTransfer.files]
    if (event.type === 'drop' && !isBlocked && files.length > 0) onFiles(files)
  })
  useEffect(() => {
    const over = (event: DragEvent) => onDrag(event)
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false)
    }
    window.addEventListener('dragover', over)
    window.addEventListener('drop', over)
    window.addEventListener('dragleave', leave)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', over)
      window.removeEventListener('dragleave', leave)
    }
  }, [])
  return isOver
}

function DropHint() {
  const { t } = useTranslation('dashboard')
  return (
    <div className={classes.hint} data-testid="drop-hint">
      <span className={classes.words}>{t('importDrop')}</span>
    </div>
  )
}
