import { Modal } from '@mantine/core'
import type { Space } from '@tavla/contract'

/** Invitations and members of a space. */
export function MembersDialog({ space, onClose }: { space: Space; onClose(): void }) {
  return <Modal opened onClose={onClose} title={space.name} />
}
