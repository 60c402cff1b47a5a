import { Divider, Stack } from '@mantine/core'
import { isAtLeast } from '@tavla/contract'
import type { Role } from '@tavla/contract'
import { InviteByEmail } from './invite-by-email.tsx'
import { RoleLink } from './role-link.tsx'

interface InvitePanelProps {
  wid: string
  role: Role
  /** Query of the board's URL that people invited by email open first. */
  initialView?: string
}

/** Invitations by email and by link. */
export function InvitePanel({ wid, role, initialView = '' }: InvitePanelProps) {
  return (
    <Stack gap="lg">
      <InviteByEmail wid={wid} myRole={role} initialView={initialView} />
      {isAtLeast(role, 'admin') && (
        <>
          <Divider />
          <RoleLink wid={wid} myRole={role} />
        </>
      )}
    </Stack>
  )
}
