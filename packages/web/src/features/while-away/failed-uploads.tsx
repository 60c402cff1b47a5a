import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../platform/dom/clock.ts'
import { getRefusalText } from '../../platform/i18n.ts'
import { randomId } from '../../platform/random.ts'
import { saveFile } from '../../platform/dom/save-file.ts'
import type { WaitingFile } from '../../platform/offline/waiting-files.ts'
import { findElementsOfFile, useBoard } from '../board-panels/index.ts'
import classes from './missed-changes-panel.module.css'

/** Files that the server refused: kept until they are retried, saved elsewhere or discarded. */
export function FailedUploads({ files }: { files: readonly WaitingFile[] }) {
  return (
    <ul className={classes.list}>
      {files.map((file) => (
        <FailedUpload key={file.id} file={file} />
      ))}
    </ul>
  )
}

function FailedUpload({ file }: { file: WaitingFile }) {
  const { t } = useTranslation('board')
  const { files, replica } = useBoard()
  const url = useObjectUrl(file.bytes)
  const discardUpload = () => {
    const ids = findElementsOfFile(replica.document, file.id)
    if (ids.length > 0) replica.edit([{ op: 'remove', ids }], randomId())
    files.discard(file.id)
  }
  return (
    <li className={classes.card} data-testid="undecided">
      <strong>{t('away.upload.title', { name: file.name })}</strong>
      {file.refused && (
        <p className={classes.quiet}>{getRefusalText(file.refused.code, file.refused.data)}</p>
      )}
      {url && <img className={classes.image} src={url} alt="" />}
      <div className={classes.acts}>
        <Button size="compact-sm" variant="light" onClick={() => files.retry(file.id)}>
          {t('away.upload.retry')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => saveFile(file.bytes, file.name, clock)}>
          {t('away.act.download')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={discardUpload}>
          {t('away.upload.remove')}
        </Button>
      </div>
    </li>
  )
}

function useObjectUrl(bytes: Blob): string | null {
  const [url, setObjectUrl] = useState<string | null>(null)
  useEffect(() => {
    const created = URL.createObjectURL(bytes)
    setObjectUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [bytes])
  return url
}
