import { Button, Divider, Stack, Text } from '@mantine/core'
import type { InviteInfo } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { GuestForm, useConfig, useLogout } from '../../features/account/index.ts'
import type { StoredUser } from '../../platform/storage-keys.ts'
import { FailureNote } from '../../ui/failure-note.tsx'

interface InviteAnswerProps {
  info: InviteInfo
  user: StoredUser | null
  busy: boolean
  failure: string | null
  onAccept(): void
  onDecline(): void
}

/** Signed in: yes or no. Else: sign in first, or come in with just a name where the link allows it. */
export function InviteAnswer({ info, user, busy, failure, onAccept, onDecline }: InviteAnswerProps) {
  const { t } = useTranslation('invite')
  // The invite stays in the browser and is met again after the next sign-in.
  const logout = useLogout()
  if (user === null) return <Entry info={info} onAccept={onAccept} />
  return (
    <Stack gap="xs">
      <FailureNote text={failure} />
      <Button size="md" loading={busy} onClick={onAccept} autoFocus>
        {t('accept')}
      </Button>
      <Button variant="subtle" color="gray" disabled={busy} onClick={onDecline}>
        {t('decline')}
      </Button>
      <Divider my={4} />
      <Text size="sm" c="dimmed" ta="center">
        {t('as', { name: user.name })}
      </Text>
      <Button variant="subtle" color="gray" disabled={busy} onClick={logout.logOut}>
        {t('switch')}
      </Button>
      {logout.dialog}
    </Stack>
  )
}

function Entry({ info, onAccept }: { info: InviteInfo; onAccept(): void }) {
  const { t } = useTranslation('invite')
  const { data: config } = useConfig()
  const [asGuest, setAsGuest] = useState(false)
  const canContinueAsGuest = info.guests && config?.guests === true
  if (asGuest) return <GuestForm onSignedIn={onAccept} onBack={() => setAsGuest(false)} />
  return (
    <Stack gap="xs">
      <Button size="md" component={Link} to={`/login?w=${encodeURIComponent(info.wid)}`}>
        {t('signIn')}
      </Button>
      {canContinueAsGuest && (
        <>
          <Button variant="default" size="md" onClick={() => setAsGuest(true)}>
            {t('asGuest')}
          </Button>
          <Text size="xs" c="dimmed" ta="center">
            {t('asGuestText')}
          </Text>
        </>
      )}
    </Stack>
  )
}
