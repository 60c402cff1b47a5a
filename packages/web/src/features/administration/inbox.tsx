import { NativeSelect } from '@mantine/core'
import type { AbuseReport, CaseState, ClientLog, FeedbackItem } from '@tavla/contract/admin'
import { useTranslation } from 'react-i18next'
import { longDate } from '../../platform/format.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { adminApi } from './admin-refusals.ts'
import { DataTable, getTimeOrder, useTableParams } from './data-table.tsx'
import { useAct } from './use-act.tsx'

const states = ['open', 'working', 'done'] as const

function useStateFilter() {
  const { t } = useTranslation('admin')
  const { params, set } = useTableParams()
  const options = states.map((state) => ({ value: state, label: t(`cases.${state}`) }))
  const filter = (
    <NativeSelect
      label={t('state')}
      value={params['state'] ?? ''}
      data={[{ value: '', label: t('all') }, ...options]}
      onChange={(event) => set({ state: event.currentTarget.value })}
    />
  )
  return { filter, options }
}

interface StateSelectProps {
  readonly value: CaseState
  readonly options: readonly { value: string; label: string }[]
  onChange(state: CaseState): void
}

function StateSelect({ value, options, onChange }: StateSelectProps) {
  const { t } = useTranslation('admin')
  return (
    <NativeSelect
      size="xs"
      aria-label={t('state')}
      value={value}
      data={[...options]}
      onChange={(event) => onChange(event.currentTarget.value as CaseState)}
    />
  )
}

/** What people wrote by the feedback form. */
export function Feedback() {
  const { t, i18n } = useTranslation('admin')
  const { act, failure } = useAct()
  const { filter, options } = useStateFilter()
  return (
    <>
      <FailureNote text={failure} />
      <DataTable
        name="feedback"
        label={t('feedback.title')}
        filters={filter}
        getId={(item: FeedbackItem) => item.id}
        call={adminApi.feedback}
        getInput={({ state, ...order }, after) => ({
          query: { state: state as CaseState | undefined, ...getTimeOrder(order), after, limit: 50 },
        })}
        columns={[
          {
            id: 'at',
            label: t('created'),
            sort: 'time',
            getText: ({ createdAt }) => longDate(createdAt, i18n.language),
          },
          { id: 'content', label: t('feedback.content'), getText: ({ content }) => content },
          { id: 'page', label: t('feedback.page'), getText: ({ page }) => page ?? '' },
          { id: 'email', label: t('email'), getText: ({ email }) => email ?? '' },
          {
            id: 'state',
            label: t('state'),
            getText: ({ state }) => t(`cases.${state}`),
            render: ({ id, state }) => (
              <StateSelect
                value={state}
                options={options}
                onChange={(next) => act(() => adminApi.setFeedback({ body: { id, state: next } }))}
              />
            ),
          },
        ]}
      />
    </>
  )
}

/** Boards that somebody reported. */
export function Reports() {
  const { t, i18n } = useTranslation('admin')
  const { act, failure } = useAct()
  const { filter, options } = useStateFilter()
  return (
    <>
      <FailureNote text={failure} />
      <DataTable
        name="reports"
        label={t('reports.title')}
        filters={filter}
        getId={(item: AbuseReport) => item.id}
        call={adminApi.reports}
        getInput={({ state, ...order }, after) => ({
          query: { state: state as CaseState | undefined, ...getTimeOrder(order), after, limit: 50 },
        })}
        columns={[
          {
            id: 'at',
            label: t('created'),
            sort: 'time',
            getText: ({ createdAt }) => longDate(createdAt, i18n.language),
          },
          { id: 'board', label: t('audit.board'), getText: ({ spaceName, wid }) => spaceName ?? wid },
          {
            id: 'reason',
            label: t('reports.reason'),
            getText: ({ reason }) => t(`reports.reasons.${reason}`),
          },
          { id: 'note', label: t('reports.note'), getText: ({ note }) => note },
          {
            id: 'state',
            label: t('state'),
            getText: ({ state }) => t(`cases.${state}`),
            render: ({ id, state }) => (
              <StateSelect
                value={state}
                options={options}
                onChange={(next) => act(() => adminApi.setReport({ body: { id, state: next } }))}
              />
            ),
          },
        ]}
      />
    </>
  )
}

/** What browsers reported, as text. */
export function Logs() {
  const { t, i18n } = useTranslation('admin')
  return (
    <DataTable
      name="logs"
      label={t('logs.title')}
      search
      getId={(item: ClientLog) => item.id}
      call={adminApi.clientLogs}
      getInput={({ key, ...order }, after) => ({ query: { key, ...getTimeOrder(order), after, limit: 50 } })}
      columns={[
        {
          id: 'at',
          label: t('created'),
          sort: 'time',
          getText: ({ createdAt }) => new Date(createdAt).toLocaleString(i18n.language),
        },
        { id: 'level', label: t('logs.level'), getText: ({ level }) => level },
        { id: 'log', label: t('logs.text'), getText: ({ log }) => log },
      ]}
    />
  )
}
