import { Badge, Text } from '@mantine/core'
import { compareRoles, isAtLeast } from '@tavla/contract'
import type { GivenRole, Member } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { clock } from '../../platform/dom/clock.ts'
import { formatTimeAgo } from '../../platform/format.ts'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { session } from '../../state/index.ts'
import { PersonAvatar } from '../../ui/person-avatar.tsx'
import { GroupBadge } from './group-badge.tsx'
import groupClasses from './groups.module.css'
import { RowError } from './row-error.tsx'
import { MemberActions } from './member-actions.tsx'
import classes from './members.module.css'
import { useSetRole } from './queries.ts'
import { RoleSelect } from './role-select.tsx'
import { useMembersContext } from './members-context.ts'

/** A member with role and permitted actions. */
export function MemberRow({ member }: { member: Member }) {
  const { t, i18n } = useTranslation('members')
  const { wid, myRole, groups, onlineIds } = useMembersContext()
  const setRole = useSetRole(wid)
  const uid = member.uid ?? ''
  const isMe = useSignal(session.userInfo)?.uid === uid
  const isOnline = onlineIds ? onlineIds.has(uid) : member.online
  const canChange =
    !isMe && isAtLeast(myRole, 'admin') && member.role !== 'owner' && compareRoles(myRole, member.role) >= 0
  const lastSeen = member.lastActiveAt && formatTimeAgo(member.lastActiveAt, clock.now(), i18n.language)
  const memberGroups = groups.filter(({ id }) => member.groups.includes(id))

  return (
    <li className={classes.line}>
      <PersonAvatar id={uid} name={member.name} photo={member.photo} size={36} online={isOnline} />
      <div className={classes.who}>
        <div className={classes.name}>
          <Text size="sm" fw={500} truncate>
            {member.name}
          </Text>
          {isMe && <MemberTag text={t('you')} />}
          {member.successor && <MemberTag text={t('successor.tag')} />}
        </div>
        <Text size="xs" c="dimmed" truncate>
          {[member.email, isOnline ? t('online') : lastSeen].filter(Boolean).join(' · ')}
        </Text>
        {memberGroups.length > 0 && (
          <div className={groupClasses.marks}>
            {memberGroups.map((group) => (
              <GroupBadge key={group.id} group={group} />
            ))}
          </div>
        )}
      </div>
      {canChange ? (
        <RoleSelect
          hideLabel
          myRole={myRole}
          kind={member.kind}
          value={member.role as GivenRole}
          label={t('roleOf', { name: member.name })}
          disabled={setRole.isPending}
          onChange={(role) => setRole.mutate({ member: { uid }, role })}
        />
      ) : (
        <Text size="sm" c="dimmed" className={classes.given ?? ''}>
          {t(`roles.${member.role}.name`)}
        </Text>
      )}
      <MemberActions member={member} isMe={isMe} canChange={canChange} />
      <RowError error={setRole.error} />
    </li>
  )
}

function MemberTag({ text }: { text: string }) {
  return (
    <Badge size="sm" variant="default">
      {text}
    </Badge>
  )
}
