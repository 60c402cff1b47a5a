import { Button, Group, Stack, Switch } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { Invite, isEmail, lengths } from '@tavla/contract'
import type { InviteOutcome, Role } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { useForm } from '../../../platform/network/use-form.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { EmailsField } from './emails-field.tsx'
import { addEntries, getEntries } from './find-emails.ts'
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

/** Like the call's body, except that entries which are no emails stay in the field when the others are sent. */
const Draft = Invite.extend({ email: z.array(z.string()) })
type Draft = z.infer<typeof Draft>

/** Invites people by email. */
export function InviteByEmail({ wid, myRole, initialView }: InviteByEmailProps) {
  const { t } = useTranslation('members')
  const invite = useInviteMembers(wid)
  const [outcomes, setOutcomes] = useState<readonly InviteOutcome[]>([])
  const [overflow, setOverflow] = useState(0)
  const [typed, setTyped] = useState('')
  const [voice, setVoice] = useState(false)
  const form = useForm<Draft>({
    initial: { role: 'editor', email: [], data: initialView, send_email: true },
    schema: Draft,
    async send(values): Promise<void> {
      const all = addEntries(values.email, getEntries(typed))
      const email = all.filter(isEmail)
      setTyped('')
      if (email.length === 0) {
        form.set('email', all)
        return
      }
      const { list } = await invite.mutateAsync({ ...values, email, voice })
      setOutcomes(list)
      const refused = list.filter(({ result }) => result === 'refused').map((result) => result.email)
      // What is no email, and what the server refused, stays to be corrected.
      form.reset({
        ...values,
        email: addEntries(
          all.filter((entry) => !isEmail(entry)),
          refused,
        ),
      })
    },
  })
  const setEntries = (entries: readonly string[]) => {
    setOverflow(Math.max(0, entries.length - lengths.invitees))
    form.set('email', entries.slice(0, lengths.invitees))
  }
  const canSend = form.values.email.some(isEmail) || getEntries(typed).some(isEmail)
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        <EmailsField
          value={form.values.email}
          typed={typed}
          note={overflow > 0 ? t('mail.left', { count: overflow, most: lengths.invitees }) : null}
          onChange={setEntries}
          onType={setTyped}
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
            disabled={!canSend}
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
                  form.set(
                    'email',
                    form.values.email.filter((entry) => !isEmail(entry)),
                  )
                },
              },
            )
          }
        />
      </Stack>
    </form>
  )
}
