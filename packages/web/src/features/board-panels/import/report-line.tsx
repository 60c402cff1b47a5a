import { Anchor, CloseButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from '../files/files.module.css'

/** The report while one looks at what it names. */
export function ReportLine({ text, onOpen, onClose }: { text: string; onOpen(): void; onClose(): void }) {
  const { t } = useTranslation('board')
  return (
    <div className={classes.progress}>
      <div className={classes.words}>
        <Anchor component="button" type="button" size="sm" onClick={onOpen}>
          {text}
        </Anchor>
      </div>
      <CloseButton size="sm" aria-label={t('common:act.close')} onClick={onClose} />
    </div>
  )
}
