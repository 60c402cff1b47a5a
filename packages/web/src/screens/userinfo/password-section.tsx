import { Button, Group, Stack, Text } from '@mantine/core'
import { calls } from '@tavla/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PasswordField } from '../../features/account/index.ts'
import { api } from '../../platform/network/api.ts'
import { getFailureText } from '../../platform/failure.ts'
import { getLanguage } from '../../platform/i18n.ts'
import { toasts } from '../../platform/toast.ts'
import { useForm } from '../../platform/network/use-form.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Section } from '../../ui/section.tsx'

interface PasswordSectionProps {
  email: string
  /** Undefined until loaded. */
  hasPassword: boolean | undefined
}

/** Changes the password, or sends a link to set the first one. */
export function PasswordSection({ email, hasPassword }: PasswordSectionProps) {
  const { t } = useTranslation('userinfo')
  return (
    <Section id="password" title={t('password.title')} text={t('password.text')}>
      {hasPassword === false ? <SetPasswordLink email={email} /> : <ChangePasswordForm />}
    </Section>
  )
}

const empty = { old: '', new: '' }

function ChangePasswordForm() {
  const { t } = useTranslation('userinfo')
  const form = useForm({
    initial: empty,
    schema: calls.auth.changePassword.body,
    async send(body) {
      await api.auth.changePassword({ body })
      form.reset(empty)
      toasts.note(t('password.done'))
    },
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack>
        <PasswordField
          name="old"
          label={t('password.old')}
          value={form.values.old}
          error={form.error('old')}
          onChange={(old) => form.set('old', old)}
        />
        <PasswordField
          name="new"
          label={t('password.new')}
          isNew
          help
          value={form.values.new}
          error={form.error('new')}
          onChange={(next) => form.set('new', next)}
        />
        <FailureNote text={form.failure} />
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={form.busy}>
            {t('password.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function SetPasswordLink({ email }: { email: string }) {
  const { t } = useTranslation('userinfo')
  const requestLink = useMutation({
    mutationFn: () => api.auth.forgetPassword({ query: { lang: getLanguage() }, body: { email } }),
  })
  if (email === '') return <Text size="sm">{t('password.noEmail')}</Text>
  if (requestLink.isSuccess) return <Text role="status">{t('password.sent', { email })}</Text>
  return (
    <Group justify="space-between">
      <Text size="sm">{requestLink.error ? getFailureText(requestLink.error) : t('password.none')}</Text>
      <Button variant="default" loading={requestLink.isPending} onClick={() => requestLink.mutate()}>
        {t('password.send')}
      </Button>
    </Group>
  )
}
