import { Alert, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { session } from '../../state/index.ts'
import { UnsentNote } from './unsent-note.tsx'

/** Why somebody is asked to sign in who did not sign out in this tab, and that what they could not send is safe. */
export function EndedNote() {
  const { t } = useTranslation('login')
  const ended = session.endedSession()
  if (ended === null) return null
  const { why, uid, name } = ended
  return (
    <Alert role="status" variant="light" color="gray" p="sm" icon={<IconInfoCircle size={20} stroke={1.5} />}>
      <Text size="sm">{t(`ended.${why}`, { name })}</Text>
      {why !== 'deleted' && <UnsentNote uid={uid} />}
    </Alert>
  )
}
