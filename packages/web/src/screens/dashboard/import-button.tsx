import { Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { acceptedFiles, ReadFilesDialog } from '../../features/board-panels/index.ts'
import classes from './dashboard.module.css'

interface ImportButtonProps {
  isBusy: boolean
  onFiles(files: readonly File[]): void
}

/** Chooses files of which a board is made. */
export function ImportButton({ isBusy, onFiles }: ImportButtonProps) {
  const { t } = useTranslation('dashboard')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileImport size={18} stroke={1.5} />}
        className={classes.secondary ?? ''}
        aria-label={t('import')}
        disabled={isBusy}
        onClick={() => input.current?.click()}
      >
        {t('import')}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-testid="import-files"
        accept={acceptedFiles}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}

/** Reads chosen files and creates a board of them; `dialog` shows the progress and what could not be read. */
export function useImport(createBoard: (board: { name: string }, onCreated: (wid: string) => void) => void): {
  start(files: readonly File[]): void
  readonly dialog: ReactNode
} {
  const [files, setFiles] = useState<readonly File[] | null>(null)
  return {
    start: setFiles,
    dialog: files && (
      <ReadFilesDialog
        files={files}
        onRead={(name, onCreated) => {
          setFiles(null)
          createBoard({ name }, onCreated)
        }}
        onClose={() => setFiles(null)}
      />
    ),
  }
}
