import { Button, Stack, TextInput } from '@mantine/core'
import { calls } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/network/api.ts'
import { getLanguage } from '../../platform/i18n.ts'
import { useForm } from '../../platform/network/use-form.ts'
import { session } from '../../state/index.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { EmailField, PasswordField } from './fields.tsx'

/** Creates an account. */
export function SignUpForm({ onSignedIn }: { onSignedIn(next: string): void }) {
  const { t } = useTranslation('login')
  const form = useForm({
    initial: { name: '', email: '', password: '' },
    schema: calls.auth.register.body.required({ name: true }),
    async send(body) {
      onSignedIn(session.signedIn(await api.auth.register({ query: { lang: getLanguage() }, body })))
    },
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        <TextInput
          name="name"
          label={t('common:fields.name.label')}
          autoComplete="name"
          autoFocus
          value={form.values.name}
          error={form.error('name')}
          onChange={(event) => form.set('name', event.currentTarget.value)}
        />
        <EmailField form={form} />
        <PasswordField
          name="password"
          label={t('password')}
          value={form.values.password}
          error={form.error('password')}
          isNew
          help
          onChange={(password) => form.set('password', password)}
        />
        <FailureNote text={form.failure} />
        <Button type="submit" loading={form.busy} fullWidth>
          {t('signUp')}
        </Button>
      </Stack>
    </form>
  )
}
