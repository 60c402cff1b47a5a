import { Alert, Button, CloseButton, Group, Text, TextInput } from '@mantine/core'
import { calls } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/network/api.ts'
import { getLocalFailureText } from '../../platform/failure.ts'
import { getLanguage } from '../../platform/i18n.ts'
import { useForm } from '../../platform/network/use-form.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { toasts } from '../../platform/toast.ts'
import { session } from '../../state/index.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import classes from './confirm-email-banner.module.css'
import { sendEmailCode, useChangeMe, useMe } from './me.ts'
import { useClosedBanner } from './use-closed-banner.ts'

/** Asks for the code that was emailed at registration, until the address is confirmed. */
export function ConfirmEmailBanner() {
  const user = useSignal(session.userInfo)
  const [isClosed, close] = useClosedBanner('email')
  const isOpen = user?.kind === 'full' && user.emailVerified === false && user.email !== null && !isClosed
  // It can have been confirmed on another device.
  const { data: me } = useMe(isOpen)
  if (!isOpen || !me || me.emailVerified) return null
  return <CodeForm email={user.email ?? ''} onClose={close} />
}

function CodeForm({ email, onClose }: { email: string; onClose(): void }) {
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
