import { ActionIcon, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconCheck, IconDots, IconStar, IconStarFilled, IconUsers } from '@tabler/icons-react'
import type { SpaceListItem, Space } from '@tavla/contract'
import type { TFunction } from 'i18next'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../../platform/network/api.ts'
import { clock } from '../../platform/dom/clock.ts'
import { longDate, timeAgo } from '../../platform/format.ts'
import { session } from '../../state/index.ts'
import type { Attempt } from './actions.ts'
import { HereNow } from './here-now.tsx'
import { Match } from './match.tsx'
import { spacesChanged } from './queries.ts'
import classes from './space-item.module.css'
import { getImage, Thumb } from './thumb.tsx'
import { getWhiteboardUrl } from './whiteboard-url.ts'

interface SpaceItemProps {
  space: SpaceListItem
  view: 'grid' | 'list'
  /** The one card among all that the Tab key reaches. */
  current: boolean
  picked: boolean
  /** My role in words, where the board is somebody else's. */
  badge: string | null
  attempt: Attempt
}

/**
 * A space as a card or a line. All of it opens the board, except what is on top of it; what `data-act` names is
 * answered by the list, which knows the others too.
 */
export const SpaceItem = memo(function SpaceItem(props: SpaceItemProps) {
  const { space, view, current, picked, badge, attempt } = props
  const { t } = useTranslation('dashboard')
  const trashed = space.trashedAt !== null
  const stop = current ? 0 : -1
  return (
    <article
      className={view === 'grid' ? classes.card : classes.line}
      data-trashed={trashed || undefined}
      data-picked={picked || undefined}
    >
      <div className={classes.thumb}>
        <Thumb wid={space.wid} name={space.name} picture={getImage(space)} />
        {view === 'grid' && <HereNow wid={space.wid} uids={space.online} tabIndex={stop} />}
      </div>
      <div className={classes.words}>
        <div className={classes.title}>
          <Name space={space} tabIndex={stop} />
          {badge !== null && <span className={classes.badge}>{badge}</span>}
        </div>
        <SpaceFacts space={space} />
        <Match space={space} tabIndex={stop} />
      </div>
      {view === 'list' && <HereNow wid={space.wid} uids={space.online} tabIndex={stop} />}
      <button
        type="button"
        role="checkbox"
        aria-checked={picked}
        aria-label={t('pick.one', { name: space.name })}
        className={classes.pick}
        data-act="pick"
        tabIndex={stop}
      >
        {picked && <IconCheck size={16} stroke={2.5} aria-hidden />}
      </button>
      <div className={classes.acts}>
        <ActionIcon
          aria-label={t('menu.of', { name: space.name })}
          aria-haspopup="menu"
          data-act="menu"
          tabIndex={stop}
        >
          <IconDots size={20} stroke={1.5} />
        </ActionIcon>
        {!trashed && <Star space={space} attempt={attempt} tabIndex={stop} />}
      </div>
    </article>
  )
})

/** What takes the keyboard: the way into the board, or for one in the trash the way to its menu. */
function Name({ space, tabIndex }: { space: Space; tabIndex: number }) {
  const shared = { className: classes.name, dir: 'auto', title: space.name, tabIndex, 'data-card': true }
  if (space.trashedAt !== null) {
    return (
      <button type="button" aria-haspopup="menu" data-act="menu" {...shared}>
        {space.name}
      </button>
    )
  }
  return (
    <Link to={getWhiteboardUrl(space.wid)} draggable={false} {...shared}>
      {space.name}
    </Link>
  )
}

function SpaceFacts({ space }: { space: Space }) {
  const { t, i18n } = useTranslation('dashboard')
  const time = space.trashedAt ?? space.updatedAt
  const when = timeAgo(time, clock.now(), i18n.language, 'short')
  return (
    <Text component="div" size="xs" c="dimmed" className={classes.facts}>
      <span className={classes.when} title={longDate(time, i18n.language)}>
        <span className={classes.whole}>{lastChange(t, space, when)}</span>
        <span className={classes.brief}>{when}</span>
      </span>
      {space.members > 1 && (
        <span className={classes.members} title={t('memberCount', { count: space.members })}>
          <IconUsers size={14} stroke={1.5} aria-hidden />
          {space.members}
        </span>
      )}
    </Text>
  )
}

function Star({ space, attempt, tabIndex }: { space: Space; attempt: Attempt; tabIndex: number }) {
  const { t } = useTranslation('dashboard')
  const client = useQueryClient()
  const star = useMutation({
    mutationFn: (on: boolean) => api.space.star({ body: { wid: space.wid, on } }),
    onSuccess: () => spacesChanged(client),
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

/** What happened last, when and, where it is known, by whom. */
function lastChange(t: TFunction<'dashboard'>, space: Space, when: string): string {
  if (space.trashedAt !== null) return t('trashedWhen', { when })
  const { changedBy } = space
  if (!changedBy) return t('changed', { when })
  if (changedBy.uid === session.userInfo.peek()?.uid) return t('changedByMe', { when })
  return t('changedBy', { when, name: changedBy.name })
}

/** A card or line whose board has not come yet. */
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
