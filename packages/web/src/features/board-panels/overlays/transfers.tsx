import { useTranslation } from 'react-i18next'
import { randomId } from '../../../platform/random.ts'
import { useSignal } from '../../../platform/dom/use-signal.ts'
import { LimitLine } from '../../billing/index.ts'
import { useBoard } from '../board-context.ts'
import { findElementsOfFile } from '../files/elements-of-file.ts'
import type { Transfer } from '../files/board-files.ts'
import classes from '../files/files.module.css'
import { ProgressLine } from '../files/progress-line.tsx'

/** Progress of the files on the board that are being uploaded to the space. */
export function Transfers() {
  const { t } = useTranslation('board')
  const { files, replica, socket, space } = useBoard()
  const transfers = useSignal(files.transfers)
  const areStored = useSignal(files.areStored)
  const isOnline = useSignal(socket) === 'open'
  const sending = transfers.find(({ share }) => share !== undefined)
  const cancelUpload = ({ id: fileId }: Transfer) => {
    const ids = findElementsOfFile(replica.document, fileId)
    files.discard(fileId)
    if (ids.length > 0) replica.edit([{ op: 'remove', ids }], randomId())
  }
  return (
    <>
      {sending ? (
        <ProgressLine
          text={
            t('files.sending', { name: sending.name }) +
            (transfers.length > 1 ? ` ${t('files.more', { count: transfers.length - 1 })}` : '')
          }
          share={sending.share ?? null}
          cancel={() => cancelUpload(sending)}
        />
      ) : (
        <div className={classes.note} role="status" data-testid="waiting-files">
          {t(isOnline ? 'files.queued' : 'files.waiting', { count: transfers.length })}
        </div>
      )}
      {!areStored && (
        <div className={classes.note} role="alert">
          {t('files.tabOnly')}
        </div>
      )}
      <div className={classes.room}>
        <LimitLine name="storage" wid={space.wid} isOwner={space.role === 'owner'} show="near" />
      </div>
    </>
  )
}
