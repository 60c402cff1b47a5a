import { Button, FileButton, Textarea } from '@mantine/core'
import { IconCrop, IconMaximize, IconReplace } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { imageTypes } from '../import/accepted-files.ts'
import { useBoard } from '../board-context.ts'
import classes from './properties.module.css'

const iconProps = { size: 16, stroke: 1.5, 'aria-hidden': true } as const

/** Visible part, file and alternative text of an image. */
export function ImagePanel({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const [id] = useSignal(board.state.selection)
  const [alt, setAlt] = useState(() => String(board.document.get(id ?? '')?.['alt'] ?? ''))
  const run = (command: 'crop' | 'uncrop') => {
    board.run(command)
    onClose()
  }
  const replace = (file: File | null) => {
    if (file && id !== undefined) void board.insert.replaceImage(id, { blob: file, name: file.name })
    onClose()
  }
  return (
    <div className={classes.panel}>
      <div className={classes.buttons}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCrop {...iconProps} />}
          onClick={() => run('crop')}
        >
          {t('commands.crop')}
        </Button>
        <FileButton accept={imageTypes.join(',')} onChange={replace}>
          {(props) => (
            <Button size="xs" variant="default" leftSection={<IconReplace {...iconProps} />} {...props}>
              {t('image.replace')}
            </Button>
          )}
        </FileButton>
        {board.canRun('uncrop') && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconMaximize {...iconProps} />}
            onClick={() => run('uncrop')}
          >
            {t('commands.uncrop')}
          </Button>
        )}
      </div>
      <Textarea
        label={t('image.alt')}
        description={t('image.altHelp')}
        autosize
        minRows={2}
        maxRows={5}
        maxLength={8000}
        value={alt}
        onChange={(event) => setAlt(event.currentTarget.value)}
        onBlur={() => {
          if (board.document.get(id ?? '')?.['alt'] !== alt) board.setStyle({ alt })
        }}
      />
    </div>
  )
}
