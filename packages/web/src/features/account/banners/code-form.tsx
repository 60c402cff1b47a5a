import { Alert, Button, CloseButton, Group, Text, TextInput } from '@mantine/core'
import { calls } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../platform/network/api.ts'
import { getLocalFailureText } from '../../../platform/failure.ts'
import { getLanguage } from '../../../platform/i18n.ts'
import { useForm } from '../../../platform/network/use-form.ts'
import { toasts } from '../../../platform/toast.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import classes from './code-form.module.css'
import { sendEmailCode, useChangeMe } from '../me.ts'

export interface CodeFormProps {
  email: string
  onClose(): void
}

/** A line with a field for the emailed code. */
export function CodeForm({ email, onClose }: CodeFormProps) {
  const { t } = useTranslation()
  const [isSending, setIsSending] = useState(false)
  const [sendFailure, setSendFailure] = useState<string | null>(null)
  const change = useChangeMe((code: string) =>
    api.user.setEmail({ query: { lang: getLanguage() }, body: { email, code } }),
  )
  const form = useForm({
    initial: { code: '' },
    schema: calls.user.setEmail.body.pick({ code: true }),
    async send({ code }) {
      await change.mutateAsync(code)
      toasts.note(t('confirmEmail.done'))
    },
  })
  const sendAgain = () => {
    setIsSending(true)
    setSendFailure(null)
    sendEmailCode(email)
      .then(() => toasts.note(t('confirmEmail.sent', { email })))
      .catch((error: unknown) => setSendFailure(getLocalFailureText(error)))
      .finally(() => setIsSending(false))
  }
  return (
    <Alert role="region" aria-label={t('confirmEmail.label')} radius={0} p="xs" color="gray">
      <form className={classes.line} onSubmit={form.submit} noValidate>
        <Text size="sm" className={classes.text ?? ''}>
          {t('confirmEmail.text', { email })}
        </Text>
        <Group gap="xs">
          <TextInput
            size="xs"
            w={104}
            aria-label={t('fields.code.label')}
            placeholder={t('confirmEmail.placeholder')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={64}
            value={form.values.code}
            error={form.error('code')}
            onChange={(event) => form.set('code', event.currentTarget.value)}
          />
          <Button type="submit" size="xs" variant="default" loading={form.busy}>
            {t('confirmEmail.act')}
          </Button>
          <Button size="xs" variant="subtle" color="gray" loading={isSending} onClick={sendAgain}>
            {t('confirmEmail.again')}
          </Button>
        </Group>
        <FailureNote text={form.failure ?? sendFailure} />
        <CloseButton
          className={classes.close ?? ''}
          size="sm"
          aria-label={t('act.close')}
          onClick={onClose}
        />
      </form>
    </Alert>
  )
}
