import { Button, Group, Stack, Switch, TagsInput } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { Invite, isEmail, lengths } from '@tavla/contract'
import type { InviteOutcome, Role } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useForm } from '../../../platform/network/use-form.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { findEmails } from './find-emails.ts'
import { InviteOutcomes } from './invite-outcomes.tsx'
import classes from '../members.module.css'
import { useInviteMembers } from '../queries.ts'
import { RoleSelect } from '../role-select.tsx'

interface InviteByMailProps {
  wid: string
  own: Role
  /** What they are to see first: kept with the invitation, and used when they come in. */
  opens: string
}

/** Addresses, a role, and off it goes. Of what is pasted only the addresses are taken, whatever stands around them. */
export function InviteByMail({ wid, own, opens }: InviteByMailProps) {
  const { t } = useTranslation('members')
  const invite = useInviteMembers(wid)
  const [outcomes, setOutcomes] = useState<readonly InviteOutcome[]>([])
  const [left, setLeft] = useState(0)
  const [voice, setVoice] = useState(false)
  const form = useForm<Invite>({
    initial: { role: 'editor', email: [], data: opens, send_email: true },
    schema: Invite,
    async send(values) {
      const { list } = await invite.mutateAsync({ ...values, voice })
      setOutcomes(list)
      const refused = list.filter((one) => one.result === 'refused')
      // Anyone who was refused stays in the field.
      form.reset({ ...values, send_email: true, email: refused.map((one) => one.email) })
    },
  })
  const take = (emails: readonly string[]) => {
    const all = [...new Set(emails)]
    setLeft(Math.max(0, all.length - lengths.invitees))
    form.set('email', all.slice(0, lengths.invitees))
  }
  const wrong = form.values.email.filter((email) => !isEmail(email))
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        <TagsInput
          label={t('mail.label')}
          placeholder={form.values.email.length === 0 ? t('mail.placeholder') : ''}
          description={left > 0 ? t('mail.left', { count: left, most: lengths.invitees }) : t('mail.help')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          splitChars={[',', ';', ' ', '\n']}
          acceptValueOnBlur
          // There is nothing to choose from, and an open list of nothing would take the first Escape for itself.
          dropdownOpened={false}
          value={form.values.email}
          error={form.error('email') && t('mail.wrong', { list: wrong.join(', ') })}
          data-autofocus
          onPaste={(event) => {
            const found = findEmails(event.clipboardData.getData('text'))
            if (found.length === 0) return
            event.preventDefault()
            take([...form.values.email, ...found])
          }}
          onChange={take}
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
        <Switch
          label={t('mail.voice')}
          checked={voice}
          onChange={({ currentTarget }) => setVoice(currentTarget.checked)}
        />
        <FailureNote text={form.failure} />
        <InviteOutcomes
          list={outcomes}
          busy={invite.isPending}
          onLinks={() =>
            invite.mutate(
              { ...form.values, email: outcomes.map(({ email }) => email), send_email: false, voice },
              {
                onSuccess({ list }) {
                  setOutcomes(list)
                  form.set('email', [])
                },
              },
            )
          }
        />
      </Stack>
    </form>
  )
}
