import { Anchor, Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { calls, codes } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { isRefusal } from '../../platform/failure.ts'
import { RefusalFacts } from '../../platform/network/refusal-facts.ts'
import { api } from '../../platform/network/api.ts'
import { storage } from '../../platform/storage.ts'
import { keys } from '../../platform/storage-keys.ts'
import { useForm } from '../../platform/network/use-form.ts'
import { session } from '../../state/index.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { EmailField, PasswordField } from './fields.tsx'

interface SignInFormProps {
  /** From a social sign-in whose email already has an account: signing in links the two. */
  link?: string | undefined
  onSignedIn(next: string): void
  onForgot?(email: string): void
}

/** Signs in with email and password, and a second factor if the account has one. */
export function SignInForm({ link, onSignedIn, onForgot }: SignInFormProps) {
  const { t } = useTranslation('login')
  const lastEmail = storage.read(keys.lastUserEmail) ?? ''
  const [asksCode, setAsksCode] = useState(false)
  const form = useForm({
    initial: { email: lastEmail, password: '', remember: true, otp: '' },
    schema: calls.auth.login.body.extend({ otp: z.string() }),
    async send({ otp, ...values }) {
      const client_id = storage.read(keys.clientId) ?? undefined
      const code = otp === '' ? {} : { otp }
      try {
        const answer = await api.auth.login({ body: { ...values, ...code, client_id, link } })
        onSignedIn(session.signedIn(answer))
      } catch (error) {
        // The server asks for a second factor only if the account has one.
        const isAsked =
          isRefusal(error, codes.code_invalid.code) && RefusalFacts.parse(error.data).reason === 'otp'
        if (isAsked) setAsksCode(true)
        if (!isAsked || asksCode) throw error
      }
    },
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        <EmailField form={form} autoFocus={lastEmail === ''} />
        <PasswordField
          name="password"
          label={t('password')}
          value={form.values.password}
          error={
            form.values.password === ''
              ? form.error('password') && t('passwordMissing')
              : form.error('password')
          }
          autoFocus={lastEmail !== ''}
          onChange={(password) => form.set('password', password)}
        />
        {asksCode && (
          <TextInput
            name="otp"
            label={t('code')}
            description={t('codeHint')}
            autoComplete="one-time-code"
            autoFocus
            value={form.values.otp}
            onChange={(event) => form.set('otp', event.currentTarget.value)}
          />
        )}
        <Group justify="space-between">
          <Checkbox
            label={t('remember')}
            checked={form.values.remember}
            onChange={(event) => form.set('remember', event.currentTarget.checked)}
          />
          {onForgot && (
            <Anchor component="button" type="button" size="sm" onClick={() => onForgot(form.values.email)}>
              {t('forgot')}
            </Anchor>
          )}
        </Group>
        <FailureNote text={form.failure} />
        <Button type="submit" loading={form.busy} fullWidth>
          {t('signIn')}
        </Button>
      </Stack>
    </form>
  )
}
