import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { calls } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmailField, sendEmailCode, useChangeMe } from '../../features/account/index.ts'
import { api } from '../../platform/network/api.ts'
import { getFailureText } from '../../platform/failure.ts'
import { getLanguage } from '../../platform/i18n.ts'
import { useForm } from '../../platform/network/use-form.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Section } from '../../ui/section.tsx'
import { CodeField } from './code-field.tsx'

interface EmailSectionProps {
  email: string
  /** Undefined until loaded. */
  isVerified: boolean | undefined
}

/** Shows, confirms and changes the email. */
export function EmailSection({ email, isVerified }: EmailSectionProps) {
  const { t } = useTranslation('userinfo')
  const [open, setOpen] = useState<'verify' | 'change' | null>(null)
  return (
    <Section id="email" title={t('email.title')} text={t('email.text')}>
      <Group justify="space-between">
        <Group gap="xs">
          <Text {...(email === '' ? { c: 'dimmed' } : {})}>{email === '' ? t('email.none') : email}</Text>
          {isVerified !== undefined && email !== '' && (
            <Badge variant="light" color={isVerified ? 'gray' : 'ember'}>
              {t(isVerified ? 'email.verified' : 'email.unverified')}
            </Badge>
          )}
        </Group>
        {open === null && (
          <Group gap="xs">
            {isVerified === false && email !== '' && (
              <Button size="xs" variant="light" onClick={() => setOpen('verify')}>
                {t('email.verify')}
              </Button>
            )}
            <Button size="xs" variant="default" onClick={() => setOpen('change')}>
              {t(email === '' ? 'email.add' : 'email.change')}
            </Button>
          </Group>
        )}
      </Group>
      {open !== null && (
        <EmailForm currentEmail={open === 'verify' ? email : null} onClose={() => setOpen(null)} />
      )}
    </Section>
  )
}

interface EmailFormProps {
  /** The current email, to be confirmed; null to enter a new one. */
  currentEmail: string | null
  onClose(): void
}

function EmailForm({ currentEmail, onClose }: EmailFormProps) {
  const { t } = useTranslation('userinfo')
  const [failure, setFailure] = useState<string | null>(null)
  const change = useChangeMe((body: { email: string; code: string }) =>
    api.user.setEmail({ query: { lang: getLanguage() }, body }),
  )
  const form = useForm({
    initial: { email: currentEmail ?? '', code: '' },
    schema: calls.user.setEmail.body,
    async send(values) {
      await change.mutateAsync(values)
      onClose()
    },
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack>
        {currentEmail === null && <EmailField form={form} autoFocus />}
        <CodeField
          value={form.values.code}
          error={form.error('code')}
          send={async () => {
            setFailure(null)
            return (await sendEmailCode(form.values.email.trim())).retryAfter
          }}
          onChange={(code) => form.set('code', code)}
          onFailure={(error) => setFailure(getFailureText(error))}
        />
        <FailureNote text={form.failure ?? failure} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:act.cancel')}
          </Button>
          <Button type="submit" loading={form.busy}>
            {t(currentEmail === null ? 'email.change' : 'email.verify')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
