import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useUnsent } from './use-unsent.ts'

interface UnsentNoteProps {
  /** Whose changes. */
  uid: string | undefined
  /** Of this board only; what needs a decision is listed beside it then. */
  wid?: string
}

/** That changes which were not sent are safe, and where; nothing when all has arrived. */
export function UnsentNote({ uid, wid }: UnsentNoteProps) {
  const { t } = useTranslation()
  const unsent = useUnsent(uid, uid !== undefined)
  const count = (unsent ?? [])
    .filter((one) => one.kept && (wid === undefined || one.wid === wid))
    .reduce((sum, one) => sum + one.count + (wid === undefined ? one.undecided : 0), 0)
  if (count === 0) return null
  return (
    <Text component="span" display="block" mt={4} size="sm" role="status" data-testid="unsent-safe">
      {t('unsentSafe', { count })}
    </Text>
  )
}
