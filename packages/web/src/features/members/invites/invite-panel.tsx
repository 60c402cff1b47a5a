import { Divider, Stack } from '@mantine/core'
import { isAtLeast } from '@tavla/contract'
import type { Role } from '@tavla/contract'
import { InviteByMail } from './invite-by-mail.tsx'
import { RoleLink } from './role-link.tsx'

interface InvitePanelProps {
  wid: string
  role: Role
  /** Of the board's address: what anyone who is invited by mail sees first. */
  opens?: string
}

/** The two ways of letting somebody in. */
export function InvitePanel({ wid, role, opens = '' }: InvitePanelProps) {
  return (
    <Stack gap="lg">
      <InviteByMail wid={wid} own={role} opens={opens} />
      {isAtLeast(role, 'admin') && (
        <>
          <Divider />
          <RoleLink wid={wid} own={role} />
        </>
      )}
    </Stack>
  )
}
