import { ActionIcon, Badge, Menu, Text } from '@mantine/core'
import { IconCrown, IconDots, IconUserMinus } from '@tabler/icons-react'
import { compareRoles, isAtLeast } from '@tavla/contract'
import type { GivenRole, Member, Role } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../platform/clock.ts'
import { failureHere } from '../../platform/failure.ts'
import { timeAgo } from '../../platform/format.ts'
import { toasts } from '../../platform/toast.ts'
import { session } from '../../state/index.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { PersonAvatar } from '../../ui/person-avatar.tsx'
import classes from './members.module.css'
import { LineFailure } from './line-failure.tsx'
import { useRemoveMember, useSetRole, useTransfer } from './queries.ts'
import { RoleSelect } from './role-select.tsx'

interface MemberLineProps {
  wid: string
  /** The space's name. */
  space: string
  own: Role
  member: Member
}

/** One member, and what I may do about them. */
export function MemberLine({ wid, space, own, member }: MemberLineProps) {
  const { t, i18n } = useTranslation('members')
  const setRole = useSetRole(wid)
  const uid = member.uid ?? ''
  const isMe = session.userInfo.value?.uid === uid
  const mayChange =
    !isMe && isAtLeast(own, 'admin') && member.role !== 'owner' && compareRoles(own, member.role) >= 0
  const seen = member.lastActiveAt && timeAgo(member.lastActiveAt, clock.now(), i18n.language)

  return (
    <li className={classes.line}>
      <PersonAvatar id={uid} name={member.name} photo={member.photo} size={36} online={member.online} />
      <div className={classes.who}>
        <Text size="sm" fw={500} truncate>
          {member.name}{' '}
          {isMe && (
            <Badge size="sm" variant="default">
              {t('you')}
            </Badge>
          )}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {[member.email, member.online ? t('online') : seen].filter(Boolean).join(' · ')}
        </Text>
      </div>
      {mayChange ? (
        <RoleSelect
          bare
          own={own}
          value={member.role as GivenRole}
          label={t('roleOf', { name: member.name })}
          disabled={setRole.isPending}
          onChange={(role) => setRole.mutate({ member: { uid }, role })}
        />
      ) : (
        <Text size="sm" c="dimmed" className={classes.given}>
          {t(`roles.${member.role}.name`)}
        </Text>
      )}
      {mayChange && <MemberActs wid={wid} space={space} own={own} member={member} />}
      <LineFailure error={setRole.error} />
    </li>
  )
}

function MemberActs({ wid, space, own, member }: MemberLineProps) {
  const { t } = useTranslation('members')
  const [asked, setAsked] = useState<'remove' | 'transfer' | null>(null)
  const remove = useRemoveMember(wid)
  const transfer = useTransfer(wid)
  const uid = member.uid ?? ''
  const { name } = member
  const close = () => setAsked(null)
  const words = {
    cancel: t('common:act.cancel'),
    closeLabel: t('common:act.close'),
    onClose: close,
  }

  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('moreFor', { name })}>
            <IconDots size={20} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {own === 'owner' && (
            <Menu.Item
              leftSection={<IconCrown size={18} stroke={1.5} />}
              onClick={() => setAsked('transfer')}
            >
              {t('transfer.act')}
            </Menu.Item>
          )}
          <Menu.Item
            c="var(--tavla-danger)"
            leftSection={<IconUserMinus size={18} stroke={1.5} />}
            onClick={() => setAsked('remove')}
          >
            {t('remove.act')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        {...words}
        danger
        opened={asked === 'remove'}
        title={t('remove.title', { name, space })}
        confirm={t('remove.act')}
        busy={remove.isPending}
        failure={remove.error && failureHere(remove.error)}
        onConfirm={() => remove.mutate({ uid }, { onSuccess: close })}
      >
        <Text>{t('remove.text', { name })}</Text>
      </ConfirmDialog>
      <ConfirmDialog
        {...words}
        danger
        opened={asked === 'transfer'}
        title={t('transfer.title', { name, space })}
        confirm={t('transfer.act')}
        busy={transfer.isPending}
        failure={transfer.error && failureHere(transfer.error)}
        onConfirm={() =>
          transfer.mutate(uid, {
            onSuccess: () => {
              close()
              toasts.note(t('transfer.done', { name, space }))
            },
          })
        }
      >
        <Text>{t('transfer.text', { name })}</Text>
      </ConfirmDialog>
    </>
  )
}
