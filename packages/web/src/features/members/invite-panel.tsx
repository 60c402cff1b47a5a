import { Divider, Stack } from '@mantine/core'
import { isAtLeast } from '@tavla/contract'
import type { Role } from '@tavla/contract'
import { InviteByMail } from './invite-by-mail.tsx'
import { RoleLink } from './role-link.tsx'

/** The two ways of letting somebody in. */
export function InvitePanel({ wid, role }: { wid: string; role: Role }) {
  return (
    <Stack gap="lg">
      <InviteByMail wid={wid} own={role} />
      {isAtLeast(role, 'admin') && (
        <>
          <Divider />
          <RoleLink wid={wid} own={role} />
        </>
      )}
    </Stack>
  )
}
