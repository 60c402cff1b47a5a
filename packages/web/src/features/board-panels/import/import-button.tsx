import { Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { acceptedFiles } from './accepted-files.ts'

interface ImportButtonProps {
  isBusy: boolean
  className?: string | undefined
  onFiles(files: readonly File[]): void
}

/** Chooses files of which a board is made. */
export function ImportButton({ isBusy, className = '', onFiles }: ImportButtonProps) {
  const { t } = useTranslation('dashboard')
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileImport size={18} stroke={1.5} />}
        className={className}
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
