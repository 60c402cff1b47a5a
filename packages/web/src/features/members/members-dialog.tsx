import { Box, Modal, Tabs } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { isAtLeast } from '@tavla/contract'
import type { Space } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { useNavigate } from '../../platform/navigation/use-navigate.ts'
import { useLayer } from '../../ui/layers.ts'
import { LimitLine } from '../billing/index.ts'
import { InvitePanel } from './invites/invite-panel.tsx'
import { MembersPanel } from './members-panel.tsx'

interface MembersDialogProps {
  space: Space
  /** The tab to open first, for people who can invite. */
  initialTab?: 'invite' | 'members'
  /** Query of the open board's URL, which people invited from here open first. */
  initialView?: string
  onClose(): void
}

/** Invitations and members of a space; used by the dashboard and the board. */
export function MembersDialog({
  space,
  initialTab = 'invite',
  initialView = '',
  onClose,
}: MembersDialogProps) {
  const { t } = useTranslation('members')
  const navigate = useNavigate()
  const isNarrow = useMediaQuery('(max-width: 37.5em)')
  const canInvite = isAtLeast(space.role, 'editor')
  const isTopLayer = useLayer(true)
  const onLeave = () => {
    onClose()
    void navigate('/dashboard')
  }
  const panel = <MembersPanel wid={space.wid} name={space.name} role={space.role} onLeave={onLeave} />
  return (
    <Modal
      opened
      onClose={() => isTopLayer() && onClose()}
      size="lg"
      fullScreen={isNarrow ?? false}
      radius={isNarrow ? 0 : 'lg'}
      title={t(canInvite ? 'titleInvite' : 'title', { name: space.name })}
      closeButtonProps={{ 'aria-label': t('common:act.close') }}
    >
      {canInvite ? (
        <Tabs defaultValue={initialTab} keepMounted={false}>
          <Tabs.List mb="lg">
            <Tabs.Tab value="invite">{t('tabInvite')}</Tabs.Tab>
            <Tabs.Tab value="members">{t('tabMembers')}</Tabs.Tab>
          </Tabs.List>
          <SeatUsage wid={space.wid} isOwner={space.role === 'owner'} />
          <Tabs.Panel value="invite">
            <InvitePanel wid={space.wid} role={space.role} initialView={initialView} />
          </Tabs.Panel>
          <Tabs.Panel value="members">{panel}</Tabs.Panel>
        </Tabs>
      ) : (
        panel
      )}
    </Modal>
  )
}

/** Seats used of the owner's plan, shown before an invitation can hit the limit. */
function SeatUsage({ wid, isOwner }: { wid: string; isOwner: boolean }) {
  return (
    <Box mb="md">
      <LimitLine name="members" wid={wid} isOwner={isOwner} />
    </Box>
  )
}
