import { CloseButton, Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './files.module.css'

interface ProgressLineProps {
  text: string
  /** 0 to 1; null while the total is unknown. */
  share: number | null
  cancel(): void
}

/** Progress of a task, with a button to cancel it. */
export function ProgressLine({ text, share, cancel }: ProgressLineProps) {
  const { t } = useTranslation('board')
  return (
    <div className={classes.progress} role="status">
      <div className={classes.words}>
        <span>{text}</span>
        <Progress
          value={share === null ? 100 : share * 100}
          animated={share === null}
          size={3}
          aria-label={text}
        />
      </div>
      <CloseButton size="sm" aria-label={t('files.cancel')} onClick={cancel} />
    </div>
  )
}
