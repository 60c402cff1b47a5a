import { Alert, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../../platform/lazy-part.tsx'
import { session } from '../../../state/index.ts'

// Reads the databases of unsent work, which a login without such a note does not need.
const UnsentNote = lazyPart('unsent-note', async () => (await import('../unsent-note.tsx')).UnsentNote)

/** Explains why a session ended that was not signed out in this tab, and says that unsent work is safe. */
export function SessionEndedNote() {
  const { t } = useTranslation('login')
  const ended = session.endedSession()
  if (ended === null) return null
  const { why: reason, uid, name } = ended
  return (
    <Alert role="status" variant="light" color="gray" p="sm" icon={<IconInfoCircle size={20} stroke={1.5} />}>
      <Text size="sm">{t(`ended.${reason}`, { name })}</Text>
      {reason !== 'deleted' && <UnsentNote uid={uid} />}
    </Alert>
  )
}
