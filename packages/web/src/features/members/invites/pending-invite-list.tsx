import { ActionIcon, Text } from '@mantine/core'
import { IconLink, IconMail, IconMailForward, IconX } from '@tabler/icons-react'
import { isAtLeast } from '@tavla/contract'
import type { GivenRole, InviteOutcome, Member, Role } from '@tavla/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { clock } from '../../../platform/dom/clock.ts'
import { formatTimeAgo, longDate } from '../../../platform/format.ts'
import { RowError } from '../row-error.tsx'
import classes from '../members.module.css'
import {
  useCopyInvitationLink,
  useInviteMembers,
  usePendingInvites,
  useRemoveMember,
  useSetRole,
} from '../queries.ts'
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
  const { t, i18n } = useTranslation('members')
  const copyLink = useCopyInvitationLink(wid)
  const setRole = useSetRole(wid)
  const cancel = useRemoveMember(wid)
  const resend = useInviteMembers(wid)
  const email = invite.email ?? ''
  const role = invite.role as GivenRole
  const outcome = resend.data?.list[0]
  const status = outcome
    ? getResendText(t, outcome)
    : copyLink.isSuccess
      ? t('common:act.linkCopied')
      : copyLink.error instanceof DOMException
        ? t('common:clipboardDenied')
        : null
  return (
    <li className={classes.line}>
      <span className={classes.mail}>
        <IconMail size={18} stroke={1.5} aria-hidden />
      </span>
      <div className={`${classes.who} ${classes.invited}`}>
        <Text size="sm" truncate>
          {email}
        </Text>
        <Text
          size="xs"
          c={outcome?.result === 'refused' ? 'red' : 'dimmed'}
          role="status"
          {...(invite.invitedAt && status === null
            ? { title: longDate(invite.invitedAt, i18n.language) }
            : {})}
        >
          {status ??
            (invite.invitedAt &&
              t('pending.since', { when: formatTimeAgo(invite.invitedAt, clock.now(), i18n.language) }))}
        </Text>
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
          aria-label={t('pending.copyLink', { email })}
          loading={copyLink.isPending}
          onClick={() => {
            resend.reset()
            copyLink.mutate(email)
          }}
        >
          <IconLink size={18} stroke={1.5} />
        </ActionIcon>
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
      <RowError error={setRole.error ?? cancel.error ?? resend.error ?? getCallError(copyLink.error)} />
    </li>
  )
}

function getResendText(t: TFunction<'members'>, { result, reason }: InviteOutcome): string {
  if (result !== 'refused') return t('pending.sent')
  return t(`mail.reason.${reason ?? 'other'}`, t('mail.reason.other'))
}

/** What the browser refuses is said in the row itself. */
const getCallError = (error: Error | null) => (error instanceof DOMException ? null : error)
