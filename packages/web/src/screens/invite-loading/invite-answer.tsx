import { Button, Divider, Stack, Text } from '@mantine/core'
import type { InviteInfo } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '../../platform/navigation/link.tsx'
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

/** Accepts or declines an invite. Signed-out visitors sign in first, or continue as guest if the link allows it. */
export function InviteAnswer({ info, user, busy, failure, onAccept, onDecline }: InviteAnswerProps) {
  const { t } = useTranslation('invite')
  // The invite stays stored and is opened again after the next sign-in.
  const logout = useLogout()
  if (user === null) return <SignedOutOptions info={info} onAccept={onAccept} />
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

function SignedOutOptions({ info, onAccept }: { info: InviteInfo; onAccept(): void }) {
  const { t } = useTranslation('invite')
  const { data: config } = useConfig()
  const [isGuestForm, setIsGuestForm] = useState(false)
  const canContinueAsGuest = info.guests && config?.guests === true
  if (isGuestForm) return <GuestForm onSignedIn={onAccept} onBack={() => setIsGuestForm(false)} />
  return (
    <Stack gap="xs">
      <Button size="md" component={Link} to={`/login?w=${encodeURIComponent(info.wid)}`}>
        {t('signIn')}
      </Button>
      {canContinueAsGuest && (
        <>
          <Button variant="default" size="md" onClick={() => setIsGuestForm(true)}>
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
