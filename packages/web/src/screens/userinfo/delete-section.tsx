import { Button, Group, List, Modal, Stack, Text } from '@mantine/core'
import { calls } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/network/api.ts'
import { getFailureText } from '../../platform/failure.ts'
import { discardUnsent } from '../../platform/offline/unsent.ts'
import { useForm } from '../../platform/network/use-form.ts'
import { session } from '../../state/index.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Section } from '../../ui/section.tsx'
import { CodeField } from './code-field.tsx'

interface DeleteSectionProps {
  isGuest: boolean
  email: string | null
}

/** Deletes the account, after listing the consequences. */
export function DeleteSection({ isGuest, email }: DeleteSectionProps) {
  const { t } = useTranslation('userinfo')
  const [open, setOpen] = useState(false)
  return (
    <Section id="delete" title={t('delete.title')} text={t('delete.text')}>
      <Group>
        <Button variant="outline" color="red" onClick={() => setOpen(true)}>
          {t('delete.act')}
        </Button>
      </Group>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        title={t('delete.question')}
        closeButtonProps={{ 'aria-label': t('common:act.close') }}
      >
        <DeleteForm isGuest={isGuest} email={email} onClose={() => setOpen(false)} />
      </Modal>
    </Section>
  )
}

function DeleteForm({ isGuest, email, onClose }: DeleteSectionProps & { onClose(): void }) {
  const { t } = useTranslation('userinfo')
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm({
    initial: { code: '' },
    schema: calls.user.remove.query,
    check: ({ code }) => (!isGuest && code.trim() === '' ? { code: 'fields.code.invalid' } : {}),
    async send({ code }) {
      await api.user.remove({ query: isGuest ? {} : { code } })
      // The unsent edits of a deleted account can never be sent.
      await session.deleted(() => discardUnsent(session.userInfo.peek()?.uid ?? ''))
    },
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack>
        <List size="sm" spacing="xs">
          <List.Item>{t('delete.lost')}</List.Item>
          <List.Item>{t('delete.kept')}</List.Item>
          <List.Item>{t('delete.owned')}</List.Item>
        </List>
        {!isGuest && email === null && <Text size="sm">{t('delete.noEmail')}</Text>}
        {!isGuest && email !== null && (
          <>
            <Text size="sm">{t('delete.code', { email })}</Text>
            <CodeField
              value={form.values.code}
              error={form.error('code')}
              send={async () => {
                setFailure(null)
                return (await api.user.sendDeleteCode()).retryAfter
              }}
              onChange={(code) => form.set('code', code)}
              onFailure={(error) => setFailure(getFailureText(error))}
            />
          </>
        )}
        <FailureNote text={form.failure ?? failure} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('common:act.cancel')}
          </Button>
          <Button type="submit" color="red" loading={form.busy} disabled={!isGuest && email === null}>
            {t('delete.act')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
