import { Group, Pagination, Skeleton, Stack, Text, Title } from '@mantine/core'
import { pageSize } from '@tavla/contract'
import type { AccountKind } from '@tavla/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MemberLine } from './member-line.tsx'
import classes from './members.module.css'
import { type MemberSearch, useMembers } from './queries.ts'

type Found = ReturnType<typeof useMembers>['data']

export interface MemberPage {
  readonly data: Found
  readonly error: Error | null
  readonly page: number
  setPage(page: number): void
  again(): Promise<unknown>
}

/** One page of ten of what is searched for; another search begins at its first page. */
export function useMemberPage(search: Omit<MemberSearch, 'page' | 'kind'>, kind: AccountKind): MemberPage {
  const asked = JSON.stringify(search)
  const [at, setAt] = useState({ asked, page: 1 })
  const page = at.asked === asked ? at.page : 1
  const { data, error, refetch } = useMembers({ ...search, page, kind })
  return { data, error, page, setPage: (next) => setAt({ asked, page: next }), again: refetch }
}

interface MemberPagesProps {
  pages: MemberPage
  title?: string
  text?: string
  countKey: 'count' | 'guests.count'
}

/** A list of members with its pages; what has a title appears only when somebody is in it. */
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
          <MemberLine key={member.uid} member={member} />
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
      {[0, 1, 2].map((place) => (
        <Skeleton key={place} height={48} radius="md" />
      ))}
    </Stack>
  )
}
