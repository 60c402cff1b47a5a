import { ActionIcon, Text, Title } from '@mantine/core'
import { IconMail, IconMailForward, IconX } from '@tabler/icons-react'
import { isAtLeast } from '@tavla/contract'
import type { GivenRole, Member, Role } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { LineFailure } from '../line-failure.tsx'
import classes from '../members.module.css'
import { useInviteMembers, usePending, useRemoveMember, useSetRole } from '../queries.ts'
import { RoleSelect } from '../role-select.tsx'

/** Invitations that nobody has answered yet. */
export function PendingList({ wid, own }: { wid: string; own: Role }) {
  const { t } = useTranslation('members')
  const { data: pending } = usePending(wid, true)
  if (!pending || pending.length === 0) return null
  return (
    <section>
      <Title order={3} size="h4" mb="xs">
        {t('pending.title')}
      </Title>
      <ul className={classes.list}>
        {pending.map((invited) => (
          <PendingLine key={invited.email} wid={wid} own={own} invited={invited} />
        ))}
      </ul>
    </section>
  )
}

/** One of them: sent once more, with another role, or taken back. */
function PendingLine({ wid, own, invited }: { wid: string; own: Role; invited: Member }) {
  const { t } = useTranslation('members')
  const setRole = useSetRole(wid)
  const withdraw = useRemoveMember(wid)
  const resend = useInviteMembers(wid)
  const email = invited.email ?? ''
  const role = invited.role as GivenRole
  const sent = resend.data?.list[0]
  return (
    <li className={classes.line}>
      <span className={classes.mail}>
        <IconMail size={18} stroke={1.5} aria-hidden />
      </span>
      <div className={`${classes.who} ${classes.invited}`}>
        <Text size="sm" truncate>
          {email}
        </Text>
        {sent && (
          <Text size="xs" c={sent.result === 'refused' ? 'red' : 'dimmed'} role="status">
            {sent.result === 'refused'
              ? t(`mail.reason.${sent.reason ?? 'other'}`, t('mail.reason.other'))
              : t('pending.sent')}
          </Text>
        )}
      </div>
      {isAtLeast(own, 'admin') ? (
        <RoleSelect
          bare
          own={own}
          value={role}
          label={t('roleOf', { name: email })}
          onChange={(next) => setRole.mutate({ member: { email }, role: next })}
        />
      ) : (
        <Text size="sm" c="dimmed" className={classes.given ?? ''}>
          {t(`roles.${role}.name`)}
        </Text>
      )}
      <div className={classes.acts}>
        <ActionIcon
          size={40}
          aria-label={t('pending.resend', { email })}
          loading={resend.isPending}
          onClick={() => resend.mutate({ role, email: [email], data: '', send_email: true })}
        >
          <IconMailForward size={18} stroke={1.5} />
        </ActionIcon>
        <ActionIcon
          size={40}
          aria-label={t('pending.withdraw', { email })}
          disabled={withdraw.isPending}
          onClick={() => withdraw.mutate({ email })}
        >
          <IconX size={18} stroke={1.5} />
        </ActionIcon>
      </div>
      <LineFailure error={setRole.error ?? withdraw.error ?? resend.error} />
    </li>
  )
}
