import { Button, Stack, Text, Title } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { calls } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/network/api.ts'
import { getLanguage } from '../../platform/i18n.ts'
import { useForm } from '../../platform/network/use-form.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { EmailField } from './fields.tsx'

interface ForgotFormProps {
  email: string
  /** Heading, if the form is the only thing on the page. */
  title?: string
  onBack(): void
}

/** Requests a reset link. The confirmation is the same for known and unknown emails. */
export function ForgotForm({ email, title, onBack }: ForgotFormProps) {
  const { t } = useTranslation('login')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({
    initial: { email },
    schema: calls.auth.forgetPassword.body,
    async send(body) {
      await api.auth.forgetPassword({ query: { lang: getLanguage() }, body })
      setSentTo(body.email)
    },
  })
  if (sentTo !== null) {
    return (
      <EmptyState
        role="status"
        icon={<IconMailForward size={28} stroke={1.5} />}
        order={title === undefined ? 2 : 1}
        title={t('forgotSent.title')}
        text={t('forgotSent.text', { email: sentTo })}
      >
        <Button variant="default" onClick={onBack}>
          {t('backToSignIn')}
        </Button>
      </EmptyState>
    )
  }
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="md">
        {title !== undefined && <Title order={1}>{title}</Title>}
        <Text c="dimmed">{t('forgotText')}</Text>
        <EmailField form={form} autoFocus />
        <FailureNote text={form.failure} />
        <Button type="submit" loading={form.busy} fullWidth>
          {t('sendLink')}
        </Button>
        <Button variant="subtle" color="gray" onClick={onBack}>
          {t('backToSignIn')}
        </Button>
      </Stack>
    </form>
  )
}
