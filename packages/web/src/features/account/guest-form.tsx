import { Button, Stack, Text, TextInput } from '@mantine/core'
import { text } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useForm } from '../../platform/network/use-form.ts'
import { session } from '../../state/index.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { signInAsGuest } from './guest.ts'

interface GuestFormProps {
  onSignedIn(next: string): void | Promise<void>
  onBack?(): void
}

const GuestName = z.object({ name: text(1, 60) })

/** Signs in with a name only, as a new guest or as the one saved in this browser. */
export function GuestForm({ onSignedIn, onBack }: GuestFormProps) {
  const { t } = useTranslation('login')
  const saved = session.savedGuest()
  const form = useForm({
    initial: { name: saved?.name ?? '' },
    schema: GuestName,
    async send({ name }) {
      await onSignedIn(await signInAsGuest(name))
    },
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        <Text c="dimmed">{t(saved ? 'guestBackText' : 'guestText')}</Text>
        <TextInput
          name="name"
          label={t('common:fields.name.label')}
          autoComplete="nickname"
          autoFocus
          value={form.values.name}
          error={form.error('name')}
          onChange={(event) => form.set('name', event.currentTarget.value)}
        />
        <FailureNote text={form.failure} />
        <Button type="submit" loading={form.busy} fullWidth>
          {t('continueAsGuest')}
        </Button>
        {onBack && (
          <Button variant="subtle" color="gray" onClick={onBack}>
            {t('backToSignIn')}
          </Button>
        )}
      </Stack>
    </form>
  )
}
