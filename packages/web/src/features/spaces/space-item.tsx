import { ActionIcon, Text } from '@mantine/core'
import { IconStar, IconStarFilled, IconUsers } from '@tabler/icons-react'
import type { Space } from '@tavla/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { clock } from '../../platform/clock.ts'
import { longDate, timeAgo } from '../../platform/format.ts'
import { HereNow } from './here-now.tsx'
import { useStarSpace } from './queries.ts'
import { SpaceMenu } from './space-menu.tsx'
import type { Attempt, SpaceDialog } from './space-menu.tsx'
import classes from './space-item.module.css'
import { Thumb } from './thumb.tsx'

interface SpaceItemProps {
  space: Space
  view: 'grid' | 'list'
  onOpen(dialog: SpaceDialog, space: Space): void
  /** Does it, and says here when it failed. */
  attempt: Attempt
}

/** A space as a card or a line. All of it opens the board, except what is on top of it. */
export function SpaceItem({ space, view, onOpen, attempt }: SpaceItemProps) {
  const trashed = space.trashedAt !== null
  return (
    <li className={view === 'grid' ? classes.card : classes.line} data-trashed={trashed || undefined}>
      <div className={classes.thumb}>
        <Thumb wid={space.wid} name={space.name} picture={space.thumb ?? space.photo} />
      </div>
      <div className={classes.words}>
        {trashed ? (
          <span className={classes.name} dir="auto">
            {space.name}
          </span>
        ) : (
          <Link
            className={classes.name}
            dir="auto"
            title={space.name}
            to={`/whiteboard?w=${encodeURIComponent(space.wid)}`}
          >
            {space.name}
          </Link>
        )}
        <SpaceFacts space={space} />
      </div>
      <div className={classes.acts}>
        <SpaceMenu space={space} onOpen={(dialog) => onOpen(dialog, space)} attempt={attempt} />
        {!trashed && <Star space={space} attempt={attempt} />}
      </div>
    </li>
  )
}

function SpaceFacts({ space }: { space: Space }) {
  const { t, i18n } = useTranslation('dashboard')
  const time = space.trashedAt ?? space.updatedAt
  const when = timeAgo(time, clock.now(), i18n.language)
  return (
    <Text component="div" size="xs" c="dimmed" className={classes.facts}>
      <span title={longDate(time, i18n.language)}>
        {t(space.trashedAt === null ? 'changed' : 'trashedWhen', { when })}
      </span>
      {space.role !== 'owner' && <span className={classes.owner}>{space.owner.name}</span>}
      {space.members > 1 && (
        <span className={classes.members} title={t('memberCount', { count: space.members })}>
          <IconUsers size={14} stroke={1.5} aria-hidden />
          {space.members}
        </span>
      )}
      <HereNow wid={space.wid} count={space.online.length} />
    </Text>
  )
}

function Star({ space, attempt }: { space: Space; attempt: Attempt }) {
  const { t } = useTranslation('dashboard')
  const star = useStarSpace()
  const on = star.isPending ? !space.starred : space.starred
  return (
    <ActionIcon
      className={classes.star}
      data-on={on || undefined}
      aria-pressed={on}
      aria-label={t('star', { name: space.name })}
      onClick={() => attempt(() => star.mutateAsync({ wid: space.wid, on: !space.starred }))}
    >
      {on ? <IconStarFilled size={18} /> : <IconStar size={18} stroke={1.5} />}
    </ActionIcon>
  )
}
