import { Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { codes } from '@tavla/contract'
import type { Administrator } from '@tavla/contract/admin'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isRefusal } from '../../platform/failure.ts'
import { storage } from '../../platform/storage.ts'
import { keys } from '../../platform/storage-keys.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Column, Sheet } from '../../ui/frame.tsx'
import { adminApi, getFailureText } from './admin-refusals.ts'

/** The sign-in of administration, apart from the product's. The code is asked for once the server wants it. */
export function AdminSignIn({ onSignedIn }: { onSignedIn(administrator: Administrator): void }) {
  const { t } = useTranslation('admin')
  const [email, setEmail] = useState(storage.read(keys.lastUserEmail) ?? '')
  const [password, setPassword] = useState('')
  const [otp, setOtp] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    try {
      const code = otp === null || otp === '' ? {} : { otp }
      const { token, administrator } = await adminApi.login({ body: { email, password, ...code } })
      storage.write(keys.adminToken, token)
      onSignedIn(administrator)
    } catch (error) {
      const asks = isRefusal(error, codes.code_invalid.code) && otp === null
      if (asks) setOtp('')
      setFailure(asks ? null : getFailureText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Column>
      <Sheet>
        <form onSubmit={(event) => void submit(event)}>
          <Stack>
            <div>
              <Title order={1}>{t('title')}</Title>
              <Text c="dimmed">{t('text')}</Text>
            </div>
            <TextInput
              type="email"
              name="email"
              label={t('email')}
              autoComplete="username"
              required
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <PasswordInput
              name="password"
              label={t('password')}
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            {otp !== null && <CodeField value={otp} onChange={setOtp} />}
            <FailureNote text={failure} />
            <Button type="submit" loading={busy} fullWidth>
              {t('signIn')}
            </Button>
          </Stack>
        </form>
      </Sheet>
    </Column>
  )
}

/** Six digits of an authenticator app, or a recovery code. */
export function CodeField({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { t } = useTranslation('admin')
  return (
    <TextInput
      name="otp"
      label={t('code')}
      description={t('codeHint')}
      autoComplete="one-time-code"
      autoFocus
      required
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
