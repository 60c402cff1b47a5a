import { ActionIcon, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconCheck, IconDots, IconStar, IconStarFilled } from '@tabler/icons-react'
import type { SpaceListItem, Space } from '@tavla/contract'
import type { TFunction } from 'i18next'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '../../platform/navigation/link.tsx'
import { api } from '../../platform/network/api.ts'
import { clock } from '../../platform/dom/clock.ts'
import { longDate, formatTimeAgo } from '../../platform/format.ts'
import { session } from '../../state/index.ts'
import { PersonAvatar } from '../../ui/person-avatar.tsx'
import type { RunAttempt } from './actions.ts'
import { OnlinePeople } from './online-people.tsx'
import { SearchMatch } from './search-match.tsx'
import { invalidateSpaces } from './queries.ts'
import classes from './space-item.module.css'
import { getThumbnailUrl, Thumbnail } from './thumbnail.tsx'
import { getWhiteboardUrl } from './whiteboard-url.ts'

interface SpaceItemProps {
  space: SpaceListItem
  view: 'grid' | 'list'
  /** The card that is in the tab order (roving tabindex). */
  isCurrent: boolean
  isSelected: boolean
  /** The person's role, if they do not own the board. */
  badge: string | null
  attempt: RunAttempt
}

/**
 * A space as a card or list row. A click opens the board; buttons with `data-action` are handled by the list, because
 * their effect depends on the selection.
 */
export const SpaceItem = memo(function SpaceItem(props: SpaceItemProps) {
  const { space, view, isCurrent, isSelected, badge, attempt } = props
  const { t } = useTranslation('dashboard')
  const isTrashed = space.trashedAt !== null
  const tabIndex = isCurrent ? 0 : -1
  return (
    <article
      className={view === 'grid' ? classes.card : classes.line}
      data-trashed={isTrashed || undefined}
      data-selected={isSelected || undefined}
    >
      <div className={classes.thumb}>
        <Thumbnail wid={space.wid} name={space.name} url={getThumbnailUrl(space)} />
        {view === 'grid' && <OnlinePeople wid={space.wid} uids={space.online} tabIndex={tabIndex} />}
      </div>
      <div className={classes.words}>
        <div className={classes.title}>
          <BoardName space={space} tabIndex={tabIndex} />
          {badge !== null && <span className={classes.badge}>{badge}</span>}
        </div>
        <SpaceDetails space={space} />
        <SearchMatch space={space} tabIndex={tabIndex} />
      </div>
      {view === 'list' && <OnlinePeople wid={space.wid} uids={space.online} tabIndex={tabIndex} />}
      <button
        type="button"
        role="checkbox"
        aria-checked={isSelected}
        aria-label={t('pick.one', { name: space.name })}
        className={classes.pick}
        data-action="select"
        tabIndex={tabIndex}
      >
        {isSelected && <IconCheck size={16} stroke={2.5} aria-hidden />}
      </button>
      <div className={classes.acts}>
        <ActionIcon
          aria-label={t('menu.of', { name: space.name })}
          aria-haspopup="menu"
          data-action="menu"
          tabIndex={tabIndex}
        >
          <IconDots size={20} stroke={1.5} />
        </ActionIcon>
        {!isTrashed && <StarButton space={space} attempt={attempt} tabIndex={tabIndex} />}
      </div>
    </article>
  )
})

/** The focusable name: links to the board, or opens the menu of a board in the trash. */
function BoardName({ space, tabIndex }: { space: Space; tabIndex: number }) {
  const sharedProps = { className: classes.name, dir: 'auto', title: space.name, tabIndex, 'data-card': true }
  if (space.trashedAt !== null) {
    return (
      <button type="button" aria-haspopup="menu" data-action="menu" {...sharedProps}>
        {space.name}
      </button>
    )
  }
  return (
    <Link to={getWhiteboardUrl(space.wid)} draggable={false} {...sharedProps}>
      {space.name}
    </Link>
  )
}

function SpaceDetails({ space }: { space: SpaceListItem }) {
  const { t, i18n } = useTranslation('dashboard')
  const time = space.trashedAt ?? space.updatedAt
  const when = formatTimeAgo(time, clock.now(), i18n.language, 'short')
  return (
    <Text component="div" size="xs" c="dimmed" className={classes.facts}>
      <span className={classes.when} title={longDate(time, i18n.language)}>
        <span className={classes.whole}>{getLastChange(t, space, when)}</span>
        <span className={classes.brief}>{when}</span>
      </span>
      {space.members > 1 && <Members space={space} />}
    </Text>
  )
}

/** Faces of the members who were active last, and how many more there are. */
function Members({ space }: { space: SpaceListItem }) {
  const { t } = useTranslation('dashboard')
  const { faces, members } = space
  const names = faces.map(({ name }) => name).join(', ')
  return (
    <span className={classes.members} title={`${t('memberCount', { count: members })}: ${names}`}>
      {faces.map(({ uid, name, photo }) => (
        <span key={uid} className={classes.face}>
          <PersonAvatar id={uid} name={name} photo={photo} size={20} />
        </span>
      ))}
      {members > faces.length && `+${members - faces.length}`}
      <span className={classes.heard}>{t('memberCount', { count: members })}</span>
    </span>
  )
}

function StarButton({ space, attempt, tabIndex }: { space: Space; attempt: RunAttempt; tabIndex: number }) {
  const { t } = useTranslation('dashboard')
  const client = useQueryClient()
  const star = useMutation({
    mutationFn: (isStarred: boolean) => api.space.star({ body: { wid: space.wid, on: isStarred } }),
    onSuccess: () => invalidateSpaces(client),
  })
  const on = star.isPending ? !space.starred : space.starred
  return (
    <ActionIcon
      className={classes.star}
      data-on={on || undefined}
      aria-pressed={on}
      aria-label={t('star', { name: space.name })}
      tabIndex={tabIndex}
      onClick={() => attempt(() => star.mutateAsync(!space.starred))}
    >
      {on ? <IconStarFilled size={18} /> : <IconStar size={18} stroke={1.5} />}
    </ActionIcon>
  )
}

/** Time and, if known, author of the last change. */
function getLastChange(t: TFunction<'dashboard'>, space: Space, when: string): string {
  if (space.trashedAt !== null) return t('trashedWhen', { when })
  const { changedBy } = space
  if (!changedBy) return t('changed', { when })
  if (changedBy.uid === session.userInfo.peek()?.uid) return t('changedByMe', { when })
  return t('changedBy', { when, name: changedBy.name })
}

/** A card or row that is still loading. */
export function SpacePlaceholder({ view }: { view: 'grid' | 'list' }) {
  return (
    <div className={view === 'grid' ? classes.card : classes.line} data-placeholder aria-hidden="true">
      <div className={classes.thumb} />
      <div className={classes.words}>
        <div className={classes.bone} />
        <div className={classes.shortBone} />
      </div>
    </div>
  )
}
