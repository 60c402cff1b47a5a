import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconTags, IconUserSearch } from '@tabler/icons-react'
import { isAtLeast, Role, roles } from '@tavla/contract'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getFailureText } from '../../platform/failure.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ClaimLine } from './claim-line.tsx'
import { GroupsDialog } from './groups-dialog.tsx'
import { MemberPages, useMemberPage } from './member-pages.tsx'
import classes from './members.module.css'
import { PendingList } from './invites/pending-list.tsx'
import { useHere } from './queries.ts'
import { RequestList } from './invites/request-list.tsx'
import { type Table, TableContext } from './table.ts'
import { useGroups } from './use-groups.ts'

const searchDelayMs = 200

export interface MembersPanelProps {
  wid: string
  /** The space's name. */
  name: string
  /** My role in it. */
  role: Role
  /** I have left the space. */
  onLeft(): void
}

/** Who is in the space, ten at a time, guests apart; who asks to come in, and who was invited. */
export function MembersPanel({ wid, name, role, onLeft }: MembersPanelProps) {
  const { groups, failure } = useGroups(wid)
  const people = useHere(wid)
  const here = useMemo(() => people && new Set(people.map(({ uid }) => uid)), [people])
  const table: Table = { wid, space: name, own: role, groups, here, onLeft }
  const runs = isAtLeast(role, 'admin')
  return (
    <TableContext value={table}>
      <Stack gap="md">
        {runs && <RequestList wid={wid} own={role} />}
        <ClaimLine />
        <Lists table={table} groupsFailed={failure !== null} />
        {isAtLeast(role, 'editor') && <PendingList wid={wid} own={role} />}
      </Stack>
    </TableContext>
  )
}

function Lists({ table, groupsFailed }: { table: Table; groupsFailed: boolean }) {
  const { t } = useTranslation('members')
  const { wid, own, groups } = table
  const [key, setKey] = useState('')
  const [searched] = useDebouncedValue(key.trim(), searchDelayMs)
  const [role, setRole] = useState<Role | null>(null)
  const [group, setGroup] = useState<string | null>(null)
  const [sorting, setSorting] = useState(false)
  const search = { wid, key: searched, role, group: groups.some(({ id }) => id === group) ? group : null }
  const full = useMemberPage(search, 'full')
  const guests = useMemberPage(search, 'guest')
  const failed = full.error ?? guests.error
  const isNobody = full.data?.total === 0 && guests.data?.total === 0
  const runs = isAtLeast(own, 'admin')

  return (
    <>
      <div className={classes.filters}>
        <TextInput
          type="search"
          className={classes.search ?? ''}
          aria-label={t('search')}
          placeholder={t(runs ? 'search' : 'searchName')}
          leftSection={<IconSearch size={18} stroke={1.5} />}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <Select
          className={classes.filter ?? ''}
          aria-label={t('roleFilter')}
          data={[
            { value: '', label: t('everyRole') },
            ...roles.map((one) => ({ value: one, label: t(`roles.${one}.name`) })),
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
        <ErrorScreen
          error={failed}
          isBare={!full.data}
          onAgain={() => void Promise.all([full.again(), guests.again()])}
        />
      )}
      {isNobody && (
        <EmptyState order={3} icon={<IconUserSearch size={28} stroke={1.5} />} title={t('nobody')} />
      )}
      <MemberPages pages={full} countKey="count" />
      <MemberPages pages={guests} title={t('guests.title')} text={t('guests.text')} countKey="guests.count" />
      {groupsFailed && (
        <Text size="sm" c="dimmed" role="status">
          {t('groups.failed')}
        </Text>
      )}
      {runs ? (
        <Group>
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconTags size={18} stroke={1.5} />}
            onClick={() => setSorting(true)}
          >
            {t(groups.length === 0 ? 'groups.make' : 'groups.change')}
          </Button>
        </Group>
      ) : (
        <Text size="sm" c="dimmed">
          {t('readOnly')}
        </Text>
      )}
      {sorting && <GroupsDialog wid={wid} groups={groups} onClose={() => setSorting(false)} />}
    </>
  )
}

/** Nothing to show, or what is shown may be old: why, and a way on. */
function ErrorScreen({ error, isBare, onAgain }: { error: Error; isBare: boolean; onAgain(): void }) {
  const { t } = useTranslation('members')
  const again = (
    <Button size={isBare ? 'sm' : 'compact-sm'} variant="default" onClick={onAgain}>
      {t('common:act.tryAgain')}
    </Button>
  )
  if (isBare)
    return (
      <EmptyState role="alert" order={3} title={getFailureText(error)}>
        {again}
      </EmptyState>
    )
  return (
    <div className={classes.notice} role="status">
      <Text size="sm">
        {getFailureText(error)} {t('asBefore')}
      </Text>
      {again}
    </div>
  )
}
