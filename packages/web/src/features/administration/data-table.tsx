import { Button, Group, Loader, ScrollArea, Table, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clock } from '../../platform/dom/clock.ts'
import { useTypedText } from '../../platform/dom/use-typed-text.ts'
import { type CallFunction, callPages } from '../../platform/network/call-query.ts'
import { saveFile } from '../../platform/dom/save-file.ts'
import { useQueryParams } from '../../platform/use-query-params.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { getFailureText } from './admin-refusals.ts'

export interface Page<T> {
  readonly list: readonly T[]
  readonly total: number
  readonly next?: string | null
}

export interface Column<T> {
  readonly id: string
  readonly label: string
  /** As text, also for CSV. */
  getText(row: T): string
  render?(row: T): ReactNode
  /** Name of the order that the server knows; of a list that is loaded whole, any name. */
  readonly sort?: string
  /** Orders a list that is loaded whole. */
  getValue?(row: T): string | number
}

/** The order by time, for lists that have only this one. */
export const getTimeOrder = ({ sort, desc }: Params) =>
  sort === 'time' ? { sort: 'time' as const, desc: desc === '1' ? ('1' as const) : ('0' as const) } : {}

function sortRows<T>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  { sort, desc }: Params,
): readonly T[] {
  const getValue = columns.find((column) => column.sort === sort)?.getValue
  if (sort === undefined || !getValue) return rows
  const sign = desc === '1' ? -1 : 1
  return rows.toSorted((a, b) => {
    const [x, y] = [getValue(a), getValue(b)]
    return (
      sign * (typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y)))
    )
  })
}

export type Params = Readonly<Record<string, string>>

interface DataTableProps<T, Input> {
  /** Of the file that is saved. */
  readonly name: string
  readonly label: string
  readonly columns: readonly Column<T>[]
  getId(row: T): string
  /** Lists the rows, a page at a time. */
  readonly call: CallFunction<Input, Page<T>>
  getInput(params: Params, after: string | undefined): Input
  readonly search?: boolean
  /** While a row changes by itself, the list is read again every few seconds. */
  isChanging?(row: T): boolean
  /** More filters; they write to the address by `useTableParams`. */
  readonly filters?: ReactNode
}

/** Filters, search and order of a list stand in the address, so that a view can be shared and comes back. */
export function useTableParams() {
  const [query, change] = useQueryParams()
  return {
    params: Object.fromEntries(query) as Params,
    set(changes: Readonly<Record<string, string | null>>) {
      change(
        (next) => {
          for (const [name, value] of Object.entries(changes))
            if (value === null || value === '') next.delete(name)
            else next.set(name, value)
          return next
        },
        { replace: true },
      )
    },
  }
}

/** Parameters that say which list is shown and in which order. */
const viewParams: readonly string[] = ['view', 'list', 'sort', 'desc']

const MAX_CSV_ROWS = 10_000
const changingMs = 3_000

/** Quotes what a spreadsheet would split, and keeps it from taking text for a formula. */
function toCsv(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

async function saveCsv<T, Input>(
  { name, columns, call, getInput }: DataTableProps<T, Input>,
  params: Params,
): Promise<void> {
  const lines = [columns.map(({ label }) => toCsv(label)).join(',')]
  let after: string | undefined
  do {
    const page = await call(getInput(params, after))
    for (const row of page.list) lines.push(columns.map(({ getText }) => toCsv(getText(row))).join(','))
    after = page.next ?? undefined
  } while (after !== undefined && lines.length <= MAX_CSV_ROWS)
  saveFile(new Blob([lines.join('\r\n')], { type: 'text/csv;charset=utf-8' }), `${name}.csv`, clock)
}

/** A list of any length: pages by a cursor, order and filters in the address, everything by keyboard. */
export function DataTable<T, Input>(props: DataTableProps<T, Input>) {
  const { t } = useTranslation('admin')
  const { params, set } = useTableParams()
  const { label, columns, getId, call, getInput, isChanging, search = false, filters } = props
  const [typed, setTyped] = useTypedText(params['key'] ?? '', (key) => set({ key }))
  const query = useInfiniteQuery({
    ...callPages(call, (after: string | undefined) => getInput(params, after), undefined),
    getNextPageParam: (page) => page.next ?? undefined,
    refetchInterval: ({ state }) =>
      isChanging && state.data?.pages.some(({ list }) => list.some(isChanging)) ? changingMs : false,
    // A list that empties at each character typed could not be read.
    placeholderData: keepPreviousData,
  })
  const [exporting, setExporting] = useState(false)
  const [exportFailure, setExportFailure] = useState<string | null>(null)
  const exportCsv = async () => {
    setExporting(true)
    setExportFailure(null)
    try {
      await saveCsv(props, params)
    } catch (error) {
      setExportFailure(getFailureText(error))
    } finally {
      setExporting(false)
    }
  }
  const filterNames = Object.keys(params).filter((each) => !viewParams.includes(each))
  const isFiltered = filterNames.length > 0
  const rows = sortRows(query.data?.pages.flatMap(({ list }) => list) ?? [], columns, params)
  const total = query.data?.pages[0]?.total ?? 0
  return (
    <>
      <Group mb="md" align="end" gap="sm">
        {search && (
          <TextInput
            type="search"
            label={t('search')}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {filters}
        <Button
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.5} />}
          loading={exporting}
          onClick={() => void exportCsv()}
        >
          {t('csv')}
        </Button>
        <Text c="dimmed" size="sm" role="status">
          {query.isPending ? t('loading') : !query.isError && t('count', { count: total })}
        </Text>
      </Group>
      <FailureNote text={exportFailure} />
      {query.isError ? (
        <EmptyState role="alert" title={getFailureText(query.error)}>
          <Button onClick={() => void query.refetch()}>{t('tryAgain')}</Button>
        </EmptyState>
      ) : query.isPending ? (
        <Loader aria-label={t('loading')} />
      ) : rows.length === 0 ? (
        <EmptyState title={t(isFiltered ? 'noResults' : 'empty')}>
          {isFiltered && (
            <Button
              variant="default"
              onClick={() => set(Object.fromEntries(filterNames.map((filter) => [filter, null])))}
            >
              {t('clearFilters')}
            </Button>
          )}
        </EmptyState>
      ) : (
        <ScrollArea type="auto">
          <Table aria-label={label} aria-busy={query.isPlaceholderData} highlightOnHover>
            <Head columns={columns} params={params} set={set} />
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={getId(row)}>
                  {columns.map(({ id, getText, render }) => (
                    <Table.Td key={id}>{render ? render(row) : getText(row)}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea>
      )}
      {query.hasNextPage && (
        <Button
          mt="md"
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
    </>
  )
}

interface HeadProps<T> {
  readonly columns: readonly Column<T>[]
  readonly params: Params
  set(changes: Readonly<Record<string, string | null>>): void
}

function Head<T>({ columns, params, set }: HeadProps<T>) {
  const isDesc = params['desc'] === '1'
  return (
    <Table.Thead>
      <Table.Tr>
        {columns.map(({ id, label, sort }) => {
          const isSorted = sort !== undefined && params['sort'] === sort
          return (
            <Table.Th
              key={id}
              aria-sort={isSorted ? (isDesc ? 'descending' : 'ascending') : undefined}
              style={{ whiteSpace: 'nowrap' }}
            >
              {sort === undefined ? (
                label
              ) : (
                <UnstyledButton
                  fw="inherit"
                  fz="inherit"
                  onClick={() => set({ sort, desc: isSorted && !isDesc ? '1' : null })}
                >
                  {label}
                  {isSorted && (isDesc ? ' ↓' : ' ↑')}
                </UnstyledButton>
              )}
            </Table.Th>
          )
        })}
      </Table.Tr>
    </Table.Thead>
  )
}
