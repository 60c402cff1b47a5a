import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconTags, IconUserSearch } from '@tabler/icons-react'
import { isAtLeast, Role, roles } from '@tavla/contract'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getFailureText } from '../../platform/failure.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ClaimOwnership } from './claim-ownership.tsx'
import { GroupsDialog } from './groups-dialog.tsx'
import { MemberPages, useMemberPage } from './member-pages.tsx'
import classes from './members.module.css'
import { PendingInviteList } from './invites/pending-invite-list.tsx'
import { useOnlineMembers } from './queries.ts'
import { AccessRequestList } from './invites/access-request-list.tsx'
import { type MembersContextValue, MembersContext } from './members-context.ts'
import { useGroups } from './use-groups.ts'

const searchDelayMs = 200

export interface MembersPanelProps {
  wid: string
  /** Name of the space. */
  name: string
  /** The current person's role in the space. */
  role: Role
  /** Called after the current person left the space. */
  onLeave(): void
}

/** Access requests, members (paged, guests separately) and pending invitations of a space. */
export function MembersPanel({ wid, name, role, onLeave }: MembersPanelProps) {
  const { groups, failure } = useGroups(wid)
  const onlinePeople = useOnlineMembers(wid)
  const onlineIds = useMemo(() => onlinePeople && new Set(onlinePeople.map(({ uid }) => uid)), [onlinePeople])
  const context: MembersContextValue = { wid, spaceName: name, myRole: role, groups, onlineIds, onLeave }
  const canManage = isAtLeast(role, 'admin')
  return (
    <MembersContext value={context}>
      <Stack gap="md">
        {canManage && <AccessRequestList wid={wid} myRole={role} />}
        <ClaimOwnership />
        <MemberLists context={context} groupsFailed={failure !== null} />
        {isAtLeast(role, 'editor') && <PendingInviteList wid={wid} myRole={role} />}
      </Stack>
    </MembersContext>
  )
}

function MemberLists({ context, groupsFailed }: { context: MembersContextValue; groupsFailed: boolean }) {
  const { t } = useTranslation('members')
  const { wid, myRole, groups } = context
  const [key, setKey] = useState('')
  const [debouncedKey] = useDebouncedValue(key.trim(), searchDelayMs)
  const [role, setRole] = useState<Role | null>(null)
  const [group, setGroup] = useState<string | null>(null)
  const [isEditingGroups, setIsEditingGroups] = useState(false)
  const search = { wid, key: debouncedKey, role, group: groups.some(({ id }) => id === group) ? group : null }
  const full = useMemberPage(search, 'full')
  const guests = useMemberPage(search, 'guest')
  const failed = full.error ?? guests.error
  const isEmpty = full.data?.total === 0 && guests.data?.total === 0
  const canManage = isAtLeast(myRole, 'admin')

  return (
    <>
      <div className={classes.filters}>
        <TextInput
          type="search"
          className={classes.search ?? ''}
          aria-label={t('search')}
          placeholder={t(canManage ? 'search' : 'searchName')}
          leftSection={<IconSearch size={18} stroke={1.5} />}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <Select
          className={classes.filter ?? ''}
          aria-label={t('roleFilter')}
          data={[
            { value: '', label: t('everyRole') },
            ...roles.map((option) => ({ value: option, label: t(`roles.${option}.name`) })),
          ]}
          value={role ?? ''}
          onChange={(chosen) => setRole(Role.safeParse(chosen).data ?? null)}
        />
        {groups.length > 0 && (
          <Select
            className={classes.filter ?? ''}
            aria-label={t('groups.filter')}
            data={[
              { value: '', label: t('groups.every') },
              ...groups.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={search.group ?? ''}
            onChange={(chosen) => setGroup(chosen === '' ? null : chosen)}
          />
        )}
      </div>
      {failed && (
        <LoadError
          error={failed}
          isEmpty={!full.data}
          onRetry={() => void Promise.all([full.refetch(), guests.refetch()])}
        />
      )}
      {isEmpty && (
        <EmptyState order={3} icon={<IconUserSearch size={28} stroke={1.5} />} title={t('nobody')} />
      )}
      <MemberPages pages={full} countKey="count" />
      <MemberPages pages={guests} title={t('guests.title')} text={t('guests.text')} countKey="guests.count" />
      {groupsFailed && (
        <Text size="sm" c="dimmed" role="status">
          {t('groups.failed')}
        </Text>
      )}
      {canManage ? (
        <Group>
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconTags size={18} stroke={1.5} />}
            onClick={() => setIsEditingGroups(true)}
          >
            {t(groups.length === 0 ? 'groups.make' : 'groups.change')}
          </Button>
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          {t('readOnly')}
        </Text>
      )}
      {isEditingGroups && (
        <GroupsDialog wid={wid} groups={groups} onClose={() => setIsEditingGroups(false)} />
      )}
    </>
  )
}

/** Loading failed: replaces the list if there is none, else says that it can be out of date. */
function LoadError({ error, isEmpty, onRetry }: { error: Error; isEmpty: boolean; onRetry(): void }) {
  const { t } = useTranslation('members')
  const retryButton = (
    <Button size={isEmpty ? 'sm' : 'compact-sm'} variant="default" onClick={onRetry}>
      {t('common:act.tryAgain')}
    </Button>
  )
  if (isEmpty)
    return (
      <EmptyState role="alert" order={3} title={getFailureText(error)}>
        {retryButton}
      </EmptyState>
    )
  return (
    <div className={classes.notice} role="status">
      <Text size="sm">
        {getFailureText(error)} {t('asBefore')}
      </Text>
      {retryButton}
    </div>
  )
}
