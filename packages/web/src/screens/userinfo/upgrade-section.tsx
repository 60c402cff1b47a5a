import { Button, Group, Stack, TextInput } from '@mantine/core'
import { calls } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { useNavigate } from '../../platform/navigation/use-navigate.ts'
import { useSearchParams } from '../../platform/navigation/use-search-params.ts'
import { EmailField, PasswordField, SocialButtons } from '../../features/account/index.ts'
import { readUpgradeReturn } from '../../platform/dom/url.ts'
import { api } from '../../platform/network/api.ts'
import { toasts } from '../../platform/toast.ts'
import { useForm } from '../../platform/network/use-form.ts'
import { session } from '../../state/index.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Section } from '../../ui/section.tsx'

/** Turns a guest into a full account that keeps its boards. */
export function UpgradeSection({ name }: { name: string }) {
  const { t } = useTranslation('userinfo')
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const back = readUpgradeReturn(query)
  const form = useForm({
    initial: { name, email: '', password: '' },
    schema: calls.auth.upgradeGuest.body,
    async send(body) {
      await session.renew((options) => api.auth.upgradeGuest({ body }, options))
      toasts.note(t('upgrade.done'))
      if (back !== null) void navigate(back, { replace: true })
    },
  })
  return (
    <Section id="upgrade" title={t('upgrade.title')} text={t('upgrade.text')}>
      <form onSubmit={form.submit} noValidate>
        <Stack>
          <TextInput
            label={t('common:fields.name.label')}
            autoComplete="name"
            value={form.values.name}
            error={form.error('name')}
            onChange={(event) => form.set('name', event.currentTarget.value)}
          />
          <EmailField form={form} />
          <PasswordField
            name="password"
            label={t('password.title')}
            isNew
            help
            value={form.values.password}
            error={form.error('password')}
            onChange={(password) => form.set('password', password)}
          />
          <FailureNote text={form.failure} />
          <Group justify="flex-end">
            <Button type="submit" loading={form.busy}>
              {t('upgrade.act')}
            </Button>
          </Group>
        </Stack>
      </form>
      <SocialButtons purpose="upgrade" />
    </Section>
  )
}
