import { Button, Group, Stack, TagsInput, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { Invite } from '@tavla/contract'
import type { GivenRole, InviteOutcome, Role } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useForm } from '../../platform/use-form.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import classes from './members.module.css'
import { useInviteMembers } from './queries.ts'
import { RoleSelect } from './role-select.tsx'

interface InviteByMailProps {
  wid: string
  own: Role
}

const atFirst: { role: GivenRole; email: string[]; data: string; send_email: boolean } = {
  role: 'editor',
  email: [],
  data: '',
  send_email: true,
}

/** Addresses, a role, and off it goes. Pasted lists are taken apart at commas, semicolons and blanks. */
export function InviteByMail({ wid, own }: InviteByMailProps) {
  const { t } = useTranslation('members')
  const invite = useInviteMembers(wid)
  const [outcomes, setOutcomes] = useState<readonly InviteOutcome[]>([])
  const form = useForm({
    initial: atFirst,
    schema: Invite,
    async send(values) {
      const { list } = await invite.mutateAsync(values)
      setOutcomes(list)
      // Whoever was refused stays in the field.
      form.reset({ ...values, email: list.filter((one) => one.result === 'refused').map((one) => one.email) })
    },
  })
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        <TagsInput
          label={t('mail.label')}
          placeholder={form.values.email.length === 0 ? t('mail.placeholder') : ''}
          description={t('mail.help')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          splitChars={[',', ';', ' ', '\n']}
          acceptValueOnBlur
          // There is nothing to choose from, and an open list of nothing would take the first Escape for itself.
          dropdownOpened={false}
          maxTags={100}
          value={form.values.email}
          error={form.error('email') && t('mail.wrong')}
          data-autofocus
          onChange={(email) => form.set('email', email)}
        />
        <Group justify="space-between" align="flex-end" wrap="nowrap">
          <div className={classes.role}>
            <RoleSelect
              own={own}
              value={form.values.role}
              label={t('mail.role')}
              onChange={(next) => form.set('role', next)}
            />
          </div>
          <Button
            type="submit"
            loading={form.busy}
            disabled={form.values.email.length === 0}
            leftSection={<IconSend size={18} stroke={1.5} />}
          >
            {t('mail.send')}
          </Button>
        </Group>
        <FailureNote text={form.failure} />
        <Outcomes list={outcomes} />
      </Stack>
    </form>
  )
}

function Outcomes({ list }: { list: readonly InviteOutcome[] }) {
  const { t } = useTranslation('members')
  return (
    <div role="status">
      {list.map(({ email, result }) => (
        <Text key={email} size="sm" c={result === 'refused' ? 'red' : 'dimmed'}>
          {t(`mail.result.${result}`, { email })}
        </Text>
      ))}
    </div>
  )
}
