import { Group, Pagination, Skeleton, Stack, Text, Title } from '@mantine/core'
import { pageSize } from '@tavla/contract'
import type { AccountKind } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MemberRow } from './member-row.tsx'
import classes from './members.module.css'
import { type MemberSearch, useMembers } from './queries.ts'

type MemberList = ReturnType<typeof useMembers>['data']

export interface MemberPage {
  readonly data: MemberList
  readonly error: Error | null
  readonly page: number
  setPage(page: number): void
  refetch(): Promise<unknown>
}

/** One page of search results; a new search starts at the first page. */
export function useMemberPage(search: Omit<MemberSearch, 'page' | 'kind'>, kind: AccountKind): MemberPage {
  const searchKey = JSON.stringify(search)
  const [position, setPosition] = useState({ searchKey, page: 1 })
  const page = position.searchKey === searchKey ? position.page : 1
  const { data, error, refetch } = useMembers({ ...search, page, kind })
  return { data, error, page, setPage: (next) => setPosition({ searchKey, page: next }), refetch }
}

interface MemberPagesProps {
  pages: MemberPage
  title?: string
  text?: string
  countKey: 'count' | 'guests.count'
}

/** A paged list of members. A list with a title is hidden while it is empty. */
export function MemberPages({
  pages: { data, error, page, setPage },
  title,
  text,
  countKey,
}: MemberPagesProps) {
  const { t } = useTranslation('members')
  if (!data) return title !== undefined || error ? null : <Placeholders />
  if (data.total === 0) return null
  const count = Math.ceil(data.total / pageSize)
  return (
    <section>
      {title !== undefined && (
        <>
          <Title order={3} size="h4">
            {title}
          </Title>
          <Text size="sm" c="dimmed" mb="xs">
            {text}
          </Text>
        </>
      )}
      <ul className={classes.list}>
        {data.list.map((member) => (
          <MemberRow key={member.uid} member={member} />
        ))}
      </ul>
      {count > 1 && (
        <Group justify="space-between" mt="xs">
          <Text size="xs" c="dimmed">
            {t(countKey, { count: data.total })}
          </Text>
          <Pagination
            size="sm"
            total={count}
            value={page}
            onChange={setPage}
            getControlProps={(control) => ({ 'aria-label': t(`page.${control}`) })}
            getItemProps={(number) => ({ 'aria-label': t('page.number', { number }) })}
          />
        </Group>
      )}
    </section>
  )
}

function Placeholders() {
  return (
    <Stack gap="xs" aria-hidden="true">
      {[0, 1, 2].map((index) => (
        <Skeleton key={index} height={48} radius="md" />
      ))}
    </Stack>
  )
}
