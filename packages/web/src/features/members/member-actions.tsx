import { ActionIcon, Menu } from '@mantine/core'
import {
  IconCrown,
  IconDoorExit,
  IconDots,
  IconTags,
  IconUserHeart,
  IconUserMinus,
} from '@tabler/icons-react'
import { isAtLeast } from '@tavla/contract'
import type { Member } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MemberGroupsDialog } from './member-groups-dialog.tsx'
import { LeaveDialog, RemoveMemberDialog, SuccessorDialog, TransferDialog } from './member-dialogs.tsx'
import { useMembersContext } from './members-context.ts'

type OpenDialog = 'remove' | 'transfer' | 'successor' | 'groups' | 'leave'

interface MemberActionsProps {
  member: Member
  isMe: boolean
  /** The current person's role permits changing this member's role. */
  canChange: boolean
}

/** Menu of the actions permitted on a member; renders nothing if there are none. */
export function MemberActions({ member, isMe, canChange }: MemberActionsProps) {
  const { t } = useTranslation('members')
  const { myRole, groups } = useMembersContext()
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null)
  const { name } = member
  const canHandOver = myRole === 'owner' && !isMe && member.kind === 'full'
  const canEditGroups = isAtLeast(myRole, 'admin') && groups.length > 0
  const canLeave = isMe && myRole !== 'owner'
  if (!canHandOver && !canEditGroups && !canLeave && !canChange) return null
  const close = () => setOpenDialog(null)
  const iconProps = { size: 18, stroke: 1.5 }

  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={40} aria-label={t('moreFor', { name })}>
            <IconDots size={20} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canEditGroups && (
            <Menu.Item leftSection={<IconTags {...iconProps} />} onClick={() => setOpenDialog('groups')}>
              {t('groups.act')}
            </Menu.Item>
          )}
          {canHandOver && (
            <>
              <Menu.Item
                leftSection={<IconUserHeart {...iconProps} />}
                onClick={() => setOpenDialog('successor')}
              >
                {t(member.successor ? 'successor.unname' : 'successor.act')}
              </Menu.Item>
              <Menu.Item leftSection={<IconCrown {...iconProps} />} onClick={() => setOpenDialog('transfer')}>
                {t('transfer.act')}
              </Menu.Item>
            </>
          )}
          {canChange && (
            <Menu.Item
              c="var(--tavla-danger)"
              leftSection={<IconUserMinus {...iconProps} />}
              onClick={() => setOpenDialog('remove')}
            >
              {t('remove.act')}
            </Menu.Item>
          )}
          {canLeave && (
            <Menu.Item
              c="var(--tavla-danger)"
              leftSection={<IconDoorExit {...iconProps} />}
              onClick={() => setOpenDialog('leave')}
            >
              {t('leave.act')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <MemberDialog openDialog={openDialog} member={member} onClose={close} />
    </>
  )
}

function MemberDialog({
  openDialog,
  member,
  onClose,
}: {
  openDialog: OpenDialog | null
  member: Member
  onClose(): void
}) {
  const { wid, groups } = useMembersContext()
  switch (openDialog) {
    case 'remove':
      return <RemoveMemberDialog member={member} onClose={onClose} />
    case 'transfer':
      return <TransferDialog member={member} onClose={onClose} />
    case 'successor':
      return <SuccessorDialog member={member} onClose={onClose} />
    case 'leave':
      return <LeaveDialog member={member} onClose={onClose} />
    case 'groups':
      return <MemberGroupsDialog wid={wid} member={member} groups={groups} onClose={onClose} />
    case null:
      return null
  }
}
