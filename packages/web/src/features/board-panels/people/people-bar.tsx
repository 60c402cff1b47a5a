import { UnstyledButton } from '@mantine/core'
import type { Board, Person } from '@tavla/canvas'
import { useTranslation } from 'react-i18next'
import { useDerived, useSignal } from '../../../platform/dom/use-signal.ts'
import { session } from '../../../state/index.ts'
import { LazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx'
import { LazyTooltip } from '../../../ui/overlays/lazy-tooltip.tsx'
import { PersonAvatar } from '../../../ui/person-avatar.tsx'
import { useBoard } from '../board-context.ts'
import { peopleList } from '../overlays/lazy-board-overlays.ts'
import classes from './people-bar.module.css'
import floats from '../float.module.css'

/** Number of avatars that fit; the rest is shown as a number. */
const maxShown = { wide: 5, narrow: 2, tiny: 1 }

interface PeopleBarProps {
  /** Width class of the screen. */
  room: keyof typeof maxShown
  getPhoto(uid: string): string | null
}

/** Other people on this board; a click moves to where they are looking. */
export function PeopleBar({ room, getPhoto }: PeopleBarProps) {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const me = useSignal(session.userInfo)?.uid
  const people = removeDuplicatePeople(useDerived(board, listPeople, hasSamePeople), me)
  const following = useSignal(board.viewport.following)
  if (people.length === 0) return null
  const max = maxShown[room]
  const shown = people.length > max ? people.slice(0, max - 1) : people
  const hiddenPeople = people.slice(shown.length)
  const follow = (person: Person) => board.viewport.follow(following === person.key ? null : person.key)
  return (
    <ul
      className={`${floats.bar} ${classes.people}`}
      aria-label={t('people.title', { count: people.length })}
    >
      {shown.map((person) => (
        <li key={person.key}>
          <PersonButton
            person={person}
            photo={getPhoto(person.uid)}
            isFollowed={following === person.key}
            onClick={() => follow(person)}
          />
        </li>
      ))}
      {hiddenPeople.length > 0 && (
        <li>
          <LazyOverlay
            type="dialog"
            code={peopleList}
            render={(PeopleList) => (
              <PeopleList people={hiddenPeople} getPhoto={getPhoto} onChoose={follow} />
            )}
          >
            <UnstyledButton
              className={classes.rest ?? ''}
              aria-label={t('people.more', { count: hiddenPeople.length })}
            >
              {shown.length > 0 && '+'}
              {hiddenPeople.length}
            </UnstyledButton>
          </LazyOverlay>
        </li>
      )}
    </ul>
  )
}

function listPeople({ state }: Board): readonly Person[] {
  return state.people.value
}

/** Their cursor changes with every pointer move; their identity does not. */
function hasSamePeople(a: readonly Person[], b: readonly Person[]): boolean {
  const isSame = ({ key, uid, name, speaking }: Person, other: Person | undefined) =>
    key === other?.key && uid === other.uid && name === other.name && speaking === other.speaking
  return a.length === b.length && a.every((person, i) => isSame(person, b[i]))
}

/** A person with several tabs is listed once, by the first tab. */
export function removeDuplicatePeople(people: readonly Person[], me: string | undefined): readonly Person[] {
  const first = new Map<string, Person>()
  for (const person of people) if (person.uid !== me && !first.has(person.uid)) first.set(person.uid, person)
  return [...first.values()]
}

interface PersonButtonProps {
  person: Person
  photo: string | null
  isFollowed: boolean
  onClick(): void
}

function PersonButton({ person, photo, isFollowed, onClick }: PersonButtonProps) {
  const { t } = useTranslation('board')
  const label = t(isFollowed ? 'people.unfollow' : 'people.follow', { name: person.name })
  return (
    <LazyTooltip label={label} position="bottom">
      <UnstyledButton
        className={classes.face ?? ''}
        aria-label={label}
        aria-pressed={isFollowed}
        data-uid={person.uid}
        data-speaking={person.speaking === true}
        onClick={onClick}
      >
        <PersonAvatar id={person.uid} name={person.name} photo={photo} color={person.color} size={30} />
      </UnstyledButton>
    </LazyTooltip>
  )
}

/** Says whose view is followed, with a button to stop. */
export function FollowingLine() {
  const { t } = useTranslation('board')
  const { board } = useBoard()
  const following = useSignal(board.viewport.following)
  const people = useDerived(board, listPeople, hasSamePeople)
  const person = people.find(({ key }) => key === following)
  if (!person) return null
  return (
    <div className={classes.following} role="status">
      {t('people.following', { name: person.name })}
      <UnstyledButton className={classes.stop ?? ''} onClick={() => board.viewport.follow(null)}>
        {t('people.stop')}
      </UnstyledButton>
    </div>
  )
}
