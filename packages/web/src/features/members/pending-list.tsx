import { ActionIcon, Text, Title } from '@mantine/core'
import { IconMail, IconX } from '@tabler/icons-react'
import type { GivenRole, Role } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { LineFailure } from './line-failure.tsx'
import classes from './members.module.css'
import { usePending, useRemoveMember, useSetRole } from './queries.ts'
import { RoleSelect } from './role-select.tsx'

/** Invitations that nobody has answered yet. */
export function PendingList({ wid, own }: { wid: string; own: Role }) {
  const { t } = useTranslation('members')
  const { data: pending } = usePending(wid, true)
  const setRole = useSetRole(wid)
  const withdraw = useRemoveMember(wid)
  const errorOf = (email: string | null) =>
    setRole.variables && 'email' in setRole.variables.member && setRole.variables.member.email === email
      ? setRole.error
      : withdraw.variables && 'email' in withdraw.variables && withdraw.variables.email === email
        ? withdraw.error
        : null
  if (!pending || pending.length === 0) return null
  return (
    <section>
      <Title order={3} size="h4" mb="xs">
        {t('pending.title')}
      </Title>
      <ul className={classes.list}>
        {pending.map(({ email, role }) => (
          <li key={email} className={classes.line}>
            <span className={classes.mail}>
              <IconMail size={18} stroke={1.5} aria-hidden />
            </span>
            <Text size="sm" truncate className={classes.who ?? ''}>
              {email}
            </Text>
            <RoleSelect
              bare
              own={own}
              value={role as GivenRole}
              label={t('roleOf', { name: email ?? '' })}
              onChange={(next) => setRole.mutate({ member: { email: email ?? '' }, role: next })}
            />
            <ActionIcon
              aria-label={t('pending.withdraw', { email })}
              disabled={withdraw.isPending}
              onClick={() => withdraw.mutate({ email: email ?? '' })}
            >
              <IconX size={18} stroke={1.5} />
            </ActionIcon>
            <LineFailure error={errorOf(email)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
