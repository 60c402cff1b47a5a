import { ActionIcon, Text } from '@mantine/core'
import { IconMail, IconMailForward, IconX } from '@tabler/icons-react'
import { isAtLeast } from '@tavla/contract'
import type { GivenRole, Member, Role } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { RowError } from '../row-error.tsx'
import classes from '../members.module.css'
import { useInviteMembers, usePendingInvites, useRemoveMember, useSetRole } from '../queries.ts'
import { RoleSelect } from '../role-select.tsx'
import { TitledList } from './titled-list.tsx'

/** Pending invitations. */
export function PendingInviteList({ wid, myRole }: { wid: string; myRole: Role }) {
  const { t } = useTranslation('members')
  const { data: pending } = usePendingInvites(wid, true)
  if (!pending || pending.length === 0) return null
  return (
    <TitledList title={t('pending.title')}>
      {pending.map((invite) => (
        <PendingInviteRow key={invite.email} wid={wid} myRole={myRole} invite={invite} />
      ))}
    </TitledList>
  )
}

/** A pending invitation: change its role, resend it or cancel it. */
function PendingInviteRow({ wid, myRole, invite }: { wid: string; myRole: Role; invite: Member }) {
  const { t } = useTranslation('members')
  const setRole = useSetRole(wid)
  const cancel = useRemoveMember(wid)
  const resend = useInviteMembers(wid)
  const email = invite.email ?? ''
  const role = invite.role as GivenRole
  const outcome = resend.data?.list[0]
  return (
    <li className={classes.line}>
      <span className={classes.mail}>
        <IconMail size={18} stroke={1.5} aria-hidden />
      </span>
      <div className={`${classes.who} ${classes.invited}`}>
        <Text size="sm" truncate>
          {email}
        </Text>
        {outcome && (
          <Text size="xs" c={outcome.result === 'refused' ? 'red' : 'dimmed'} role="status">
            {outcome.result === 'refused'
              ? t(`mail.reason.${outcome.reason ?? 'other'}`, t('mail.reason.other'))
              : t('pending.sent')}
          </Text>
        )}
      </div>
      {isAtLeast(myRole, 'admin') ? (
        <RoleSelect
          hideLabel
          myRole={myRole}
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
          disabled={cancel.isPending}
          onClick={() => cancel.mutate({ email })}
        >
          <IconX size={18} stroke={1.5} />
        </ActionIcon>
      </div>
      <RowError error={setRole.error ?? cancel.error ?? resend.error} />
    </li>
  )
}
