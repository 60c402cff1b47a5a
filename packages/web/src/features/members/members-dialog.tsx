import { Box, Modal, Tabs } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { isAtLeast } from '@tavla/contract'
import type { Space } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useLayer } from '../../ui/layers.ts'
import { PlanLine } from '../billing/index.ts'
import { InvitePanel } from './invites/invite-panel.tsx'
import { MembersPanel } from './members-panel.tsx'

interface MembersDialogProps {
  space: Space
  /** What is in front for those who may do both. */
  first?: 'invite' | 'members'
  /** Of the board's address, where one is open: what somebody invited from here sees first. */
  opens?: string
  onClose(): void
}

/** Invitations and members of a space; the same on the dashboard and on the board. */
export function MembersDialog({ space, first = 'invite', opens = '', onClose }: MembersDialogProps) {
  const { t } = useTranslation('members')
  const navigate = useNavigate()
  const narrow = useMediaQuery('(max-width: 600px)')
  const canInvite = isAtLeast(space.role, 'editor')
  const isUppermost = useLayer(true)
  const onLeft = () => {
    onClose()
    void navigate('/dashboard')
  }
  const panel = <MembersPanel wid={space.wid} name={space.name} role={space.role} onLeft={onLeft} />
  return (
    <Modal
      opened
      onClose={() => isUppermost() && onClose()}
      size="lg"
      fullScreen={narrow ?? false}
      radius={narrow ? 0 : 'lg'}
      title={t(canInvite ? 'titleInvite' : 'title', { name: space.name })}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      {canInvite ? (
        <Tabs defaultValue={first} keepMounted={false}>
          <Tabs.List mb="lg">
            <Tabs.Tab value="invite">{t('tabInvite')}</Tabs.Tab>
            <Tabs.Tab value="members">{t('tabMembers')}</Tabs.Tab>
          </Tabs.List>
          <Room wid={space.wid} isOwner={space.role === 'owner'} />
          <Tabs.Panel value="invite">
            <InvitePanel wid={space.wid} role={space.role} opens={opens} />
          </Tabs.Panel>
          <Tabs.Panel value="members">{panel}</Tabs.Panel>
        </Tabs>
      ) : (
        panel
      )}
    </Modal>
  )
}

/** How many more the owner's plan has room for: anyone who invites sees it before the wall. */
function Room({ wid, isOwner }: { wid: string; isOwner: boolean }) {
  return (
    <Box mb="md">
      <PlanLine of="members" wid={wid} isOwner={isOwner} />
    </Box>
  )
}
