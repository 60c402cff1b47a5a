import { useTranslation } from 'react-i18next'
import { useSignal } from '../../../platform/use-signal.ts'
import { PlanLine } from '../../billing/index.ts'
import { useBoard } from '../board-context.ts'
import classes from './files.module.css'
import { ProgressLine } from './progress-line.tsx'

/** More than this many files at once are told as a number. */
const shownAtMost = 3

/** Files on their way to the space. */
export function TransferList() {
  const { t } = useTranslation('board')
  const { files, space } = useBoard()
  const transfers = useSignal(files.transfers)
  const shown = transfers.slice(0, shownAtMost)
  const rest = transfers.length - shown.length
  return (
    <>
      {shown.map((transfer) => (
        <ProgressLine
          key={transfer.id}
          words={t('files.sending', { name: transfer.name })}
          share={transfer.share}
          cancel={transfer.cancel}
        />
      ))}
      {rest > 0 && (
        <ProgressLine
          words={t('files.more', { count: rest })}
          share={null}
          cancel={() => transfers.forEach((transfer) => transfer.cancel())}
        />
      )}
      {transfers.length > 0 && (
        <div className={classes.room}>
          <PlanLine of="storage" wid={space.wid} from="near" />
        </div>
      )}
    </>
  )
}
