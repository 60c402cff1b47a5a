import { Button, Group, Pagination, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconUserSearch } from '@tabler/icons-react'
import { isAtLeast, pageSize, Role, roles } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { failureWords } from '../../platform/failure.ts'
import { Face } from '../../ui/face.tsx'
import classes from './members.module.css'
import { MemberLine } from './member-line.tsx'
import { PendingList } from './pending-list.tsx'
import { RequestList } from './request-list.tsx'
import { useMembers } from './queries.ts'

const searchDelayMs = 200

export interface MembersPanelProps {
  wid: string
  /** The space's name. */
  name: string
  /** My role in it. */
  role: Role
}

/** Who is in the space, ten at a time. */
export function MembersPanel({ wid, name, role }: MembersPanelProps) {
  const { t } = useTranslation('members')
  const [key, setKey] = useState('')
  const [searched] = useDebouncedValue(key.trim(), searchDelayMs)
  const [only, setOnly] = useState<Role | null>(null)
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useMembers({ wid, page, key: searched, role: only })
  const pages = Math.ceil((data?.total ?? 0) / pageSize)

  return (
    <Stack gap="md">
      {isAtLeast(role, 'admin') && <RequestList wid={wid} own={role} />}
      <Group gap="xs" wrap="nowrap">
        <TextInput
          type="search"
          flex={1}
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={18} stroke={1.5} />}
          value={key}
          onChange={(event) => {
            setKey(event.currentTarget.value)
            setPage(1)
          }}
        />
        <Select
          w={152}
          aria-label={t('roleFilter')}
          data={[
            { value: '', label: t('everyRole') },
            ...roles.map((one) => ({ value: one, label: t(`roles.${one}.name`) })),
          ]}
          value={only ?? ''}
          onChange={(chosen) => {
            setOnly(Role.safeParse(chosen).data ?? null)
            setPage(1)
          }}
        />
      </Group>
      {error && !data ? (
        <Face role="alert" order={3} title={failureWords(error)}>
          <Button variant="default" onClick={() => void refetch()}>
            {t('common:act.tryAgain')}
          </Button>
        </Face>
      ) : !data ? (
        <Placeholders />
      ) : data.list.length === 0 ? (
        <Face order={3} icon={<IconUserSearch size={28} stroke={1.5} />} title={t('nobody')} />
      ) : (
        <ul className={classes.list}>
          {data.list.map((member) => (
            <MemberLine key={member.uid ?? member.email} wid={wid} space={name} own={role} member={member} />
          ))}
        </ul>
      )}
      {pages > 1 && (
        <Group justify="space-between">
          <Text size="xs" c="dimmed">
            {t('count', { count: data?.total ?? 0 })}
          </Text>
          <Pagination
            size="sm"
            total={pages}
            value={page}
            onChange={setPage}
            getControlProps={(control) => ({ 'aria-label': t(`page.${control}`) })}
            getItemProps={(number) => ({ 'aria-label': t('page.number', { number }) })}
          />
        </Group>
      )}
      {isAtLeast(role, 'admin') && <PendingList wid={wid} own={role} />}
    </Stack>
  )
}

function Placeholders() {
  return (
    <Stack gap="xs" aria-hidden="true">
      {[0, 1, 2].map((place) => (
        <Skeleton key={place} height={48} radius="md" />
      ))}
    </Stack>
  )
}
