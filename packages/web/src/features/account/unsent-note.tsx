import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useUnsent } from './use-unsent.ts'

interface UnsentNoteProps {
  /** Account that made the changes. */
  uid: string | undefined
  /** Counts only changes to this board, and leaves out undecided items, which the page lists itself. */
  wid?: string
}

/** Says that unsent changes are stored in this browser; renders nothing when everything has been sent. */
export function UnsentNote({ uid, wid }: UnsentNoteProps) {
  const { t } = useTranslation()
  const unsent = useUnsent(uid, uid !== undefined)
  const count = (unsent ?? [])
    .filter((board) => board.isStored && (wid === undefined || board.wid === wid))
    .reduce((sum, board) => sum + board.count + (wid === undefined ? board.undecided : 0), 0)
  if (count === 0) return null
  return (
    <Text component="span" display="block" mt={4} size="sm" role="status" data-testid="unsent-safe">
      {t('unsentSafe', { count })}
    </Text>
  )
}
