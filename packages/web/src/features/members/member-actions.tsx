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
import { GroupsOfMember } from './groups-of-member.tsx'
import { LeaveDialog, RemoveDialog, SuccessorDialog, TransferDialog } from './member-dialogs.tsx'
import { useTable } from './table.ts'

type Asked = 'remove' | 'transfer' | 'successor' | 'groups' | 'leave'

interface MemberActionsProps {
  member: Member
  isMe: boolean
  /** My role reaches far enough to change theirs. */
  canChange: boolean
}

/** What I may do about one member, or about my own place among them; nothing where there is nothing. */
export function MemberActions({ member, isMe, canChange }: MemberActionsProps) {
  const { t } = useTranslation('members')
  const { own, groups } = useTable()
  const [asked, setAsked] = useState<Asked | null>(null)
  const { name } = member
  const canInherit = own === 'owner' && !isMe && member.kind === 'full'
  const canSort = isAtLeast(own, 'admin') && groups.length > 0
  const canLeave = isMe && own !== 'owner'
  if (!canInherit && !canSort && !canLeave && !canChange) return null
  const close = () => setAsked(null)
  const icon = { size: 18, stroke: 1.5 }

  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={40} aria-label={t('moreFor', { name })}>
            <IconDots size={20} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canSort && (
            <Menu.Item leftSection={<IconTags {...icon} />} onClick={() => setAsked('groups')}>
              {t('groups.act')}
            </Menu.Item>
          )}
          {canInherit && (
            <>
              <Menu.Item leftSection={<IconUserHeart {...icon} />} onClick={() => setAsked('successor')}>
                {t(member.successor ? 'successor.unname' : 'successor.act')}
              </Menu.Item>
              <Menu.Item leftSection={<IconCrown {...icon} />} onClick={() => setAsked('transfer')}>
                {t('transfer.act')}
              </Menu.Item>
            </>
          )}
          {canChange && (
            <Menu.Item
              c="var(--tavla-danger)"
              leftSection={<IconUserMinus {...icon} />}
              onClick={() => setAsked('remove')}
            >
              {t('remove.act')}
            </Menu.Item>
          )}
          {canLeave && (
            <Menu.Item
              c="var(--tavla-danger)"
              leftSection={<IconDoorExit {...icon} />}
              onClick={() => setAsked('leave')}
            >
              {t('leave.act')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Asking asked={asked} member={member} onClose={close} />
    </>
  )
}

function Asking({ asked, member, onClose }: { asked: Asked | null; member: Member; onClose(): void }) {
  const { wid, groups } = useTable()
  switch (asked) {
    case 'remove':
      return <RemoveDialog member={member} onClose={onClose} />
    case 'transfer':
      return <TransferDialog member={member} onClose={onClose} />
    case 'successor':
      return <SuccessorDialog member={member} onClose={onClose} />
    case 'leave':
      return <LeaveDialog member={member} onClose={onClose} />
    case 'groups':
      return <GroupsOfMember wid={wid} member={member} groups={groups} onClose={onClose} />
    case null:
      return null
  }
}
