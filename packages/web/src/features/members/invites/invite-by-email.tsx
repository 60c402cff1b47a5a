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

interface InviteByEmailProps {
  wid: string
  myRole: Role
  /** Query of the board's URL (page, element) to open first; stored with the invitation. */
  initialView: string
}

/** Invites people by email. Pasted text is reduced to the emails it contains. */
export function InviteByEmail({ wid, myRole, initialView }: InviteByEmailProps) {
  const { t } = useTranslation('members')
  const invite = useInviteMembers(wid)
  const [outcomes, setOutcomes] = useState<readonly InviteOutcome[]>([])
  const [overflow, setOverflow] = useState(0)
  const [voice, setVoice] = useState(false)
  const form = useForm<Invite>({
    initial: { role: 'editor', email: [], data: initialView, send_email: true },
    schema: Invite,
    async send(values) {
      const { list } = await invite.mutateAsync({ ...values, voice })
      setOutcomes(list)
      const refused = list.filter((result) => result.result === 'refused')
      // Rejected emails stay in the field.
      form.reset({ ...values, send_email: true, email: refused.map((result) => result.email) })
    },
  })
  const setEmails = (emails: readonly string[]) => {
    const all = [...new Set(emails)]
    setOverflow(Math.max(0, all.length - lengths.invitees))
    form.set('email', all.slice(0, lengths.invitees))
  }
  const invalidEmails = form.values.email.filter((email) => !isEmail(email))
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        <TagsInput
          label={t('mail.label')}
          placeholder={form.values.email.length === 0 ? t('mail.placeholder') : ''}
          description={
            overflow > 0 ? t('mail.left', { count: overflow, most: lengths.invitees }) : t('mail.help')
          }
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          splitChars={[',', ';', ' ', '\n']}
          acceptValueOnBlur
          // There are no options, and an open empty list would consume the first Escape.
          dropdownOpened={false}
          value={form.values.email}
          error={form.error('email') && t('mail.wrong', { list: invalidEmails.join(', ') })}
          data-autofocus
          onPaste={(event) => {
            const found = findEmails(event.clipboardData.getData('text'))
            if (found.length === 0) return
            event.preventDefault()
            setEmails([...form.values.email, ...found])
          }}
          onChange={setEmails}
        />
        <Group justify="space-between" align="flex-end" wrap="nowrap">
          <div className={classes.role}>
            <RoleSelect
              myRole={myRole}
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
          onCreateLinks={() =>
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
