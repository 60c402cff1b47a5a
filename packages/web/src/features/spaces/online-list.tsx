import { Stack, Text } from '@mantine/core'
import { HoverOverlay } from '../../ui/overlays/loaded/hover-overlay.tsx'
import { PersonAvatar } from '../../ui/person-avatar.tsx'
import classes from './online-people.module.css'

interface OnlineListProps {
  people: readonly { readonly uid: string; readonly name: string; readonly photo: string | null }[]
}

/** People who have a board open. */
export function OnlineList({ people }: OnlineListProps) {
  return (
    <HoverOverlay>
      <Stack gap="xs">
        {people.map(({ uid, name, photo }) => (
          <span key={uid} className={classes.person}>
            <PersonAvatar id={uid} name={name} photo={photo} size={24} />
            <Text size="sm">{name}</Text>
          </span>
        ))}
      </Stack>
    </HoverOverlay>
  )
}
