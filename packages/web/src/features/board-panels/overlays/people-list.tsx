import { UnstyledButton } from '@mantine/core'
import type { Person } from '@tavla/canvas'
import { PopoverOverlay } from '../../../ui/overlays/loaded/popover-overlay.tsx'
import { PersonAvatar } from '../../../ui/person-avatar.tsx'
import classes from '../people/people-bar.module.css'

interface PeopleListProps {
  people: readonly Person[]
  getPhoto(uid: string): string | null
  onChoose(person: Person): void
}

/** The people for whom the bar has no room. */
export function PeopleList({ people, getPhoto, onChoose }: PeopleListProps) {
  return (
    <PopoverOverlay position="bottom-end" offset={10} trapFocus dropdown={{ p: 6 }}>
      <ul className={classes.list}>
        {people.map((person) => (
          <li key={person.key}>
            <UnstyledButton className={classes.line ?? ''} onClick={() => onChoose(person)}>
              <PersonAvatar
                id={person.uid}
                name={person.name}
                photo={getPhoto(person.uid)}
                color={person.color}
                size={28}
              />
              {person.name}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </PopoverOverlay>
  )
}
