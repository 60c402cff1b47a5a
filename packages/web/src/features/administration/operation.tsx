import { Button, Group, NativeSelect, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { AdminJob, Health as HealthFigures } from '@tavla/contract/admin'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { longDate } from '../../platform/format.ts'
import { callQuery } from '../../platform/network/call-query.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { adminApi, getFailureText } from './admin-refusals.ts'
import { Charts } from './charts.tsx'
import { DataTable, getTimeOrder, useTableParams } from './data-table.tsx'
import { StorageUse } from './storage-use.tsx'
import { useAct } from './use-act.tsx'

const REFRESH_MS = 30_000

/** How the server is, now and over the last day. */
export function Health() {
  const query = useQuery({
    ...callQuery(adminApi.health, {}),
    refetchInterval: REFRESH_MS,
  })
  if (query.isError) return <EmptyState role="alert" title={getFailureText(query.error)} />
  return query.data ? <Figures health={query.data} /> : null
}

function Figures({ health }: { health: HealthFigures }) {
  const { t, i18n } = useTranslation('admin')
  const { act, busy, failure, dialog } = useAct()
  const number = (value: number) => value.toLocaleString(i18n.language)
  const facts: readonly (readonly [string, number])[] = [
    [t('health.accounts'), health.accounts],
    [t('health.guests'), health.guests],
    [t('spaces.title'), health.spaces],
    [t('health.sockets'), health.sockets],
    [t('health.voicePeople'), health.voicePeople],
  ]
  const testEmail = async () => {
    const { sent, error } = await adminApi.testEmail()
    if (!sent) throw new Error(error ?? '')
  }
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
        <Charts health={health} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 2, md: 5 }}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <Text size="sm" c="dimmed">
              {label}
            </Text>
            <Text fw={600}>{number(value)}</Text>
          </div>
        ))}
      </SimpleGrid>
      <Group>
        <Button
          variant="default"
          loading={busy}
          disabled={!health.emailOn}
          onClick={() => act(testEmail, t('health.emailSent'))}
        >
          {t('health.testEmail')}
        </Button>
        {!health.emailOn && <Text size="sm">{t('health.emailOff')}</Text>}
      </Group>
      <FailureNote text={failure} />
      <StorageUse fileBytes={health.fileBytes} fileCount={health.fileCount} />
      <Version />
      {dialog}
    </Stack>
  )
}

function Version() {
  const { t } = useTranslation('admin')
  const query = useQuery({
    ...callQuery(adminApi.version, {}),
    staleTime: Infinity,
  })
  if (!query.data) return null
  const { version, node, database, packages } = query.data
  return (
    <details>
      <summary>{t('health.version', { version, node, database })}</summary>
      <Title order={3} mt="md">
        {t('health.licences')}
      </Title>
      {packages.map(({ name, version: of, licence }) => (
        <Text key={`${name}@${of}`} size="sm">
          {name} {of} · {licence}
        </Text>
      ))}
    </details>
  )
}

const jobStates = ['waiting', 'running', 'failed'] as const
type JobsQuery = NonNullable<NonNullable<Parameters<typeof adminApi.jobs>[0]>['query']>

/** Background work; what failed can be run again. */
export function Jobs() {
  const { t, i18n } = useTranslation('admin')
  const { params, set } = useTableParams()
  const { act, failure, dialog } = useAct()
  return (
    <>
      <FailureNote text={failure} />
      <DataTable
        name="jobs"
        label={t('jobs.title')}
        getId={(job: AdminJob) => job.id}
        isChanging={({ state }) => state !== 'failed'}
        call={adminApi.jobs}
        getInput={({ state, ...order }, after) => ({
          query: { state, ...getTimeOrder(order), after, limit: 50 } as JobsQuery,
        })}
        filters={
          <NativeSelect
            label={t('state')}
            value={params['state'] ?? ''}
            data={[
              { value: '', label: t('all') },
              ...jobStates.map((state) => ({ value: state, label: t(`jobs.states.${state}`) })),
            ]}
            onChange={(event) => set({ state: event.currentTarget.value })}
          />
        }
        columns={[
          { id: 'kind', label: t('jobs.kind'), getText: ({ kind }) => kind },
          { id: 'state', label: t('state'), getText: ({ state }) => t(`jobs.states.${state}`) },
          { id: 'tries', label: t('jobs.tries'), getText: ({ tries }) => String(tries) },
          {
            id: 'runAt',
            label: t('jobs.runAt'),
            sort: 'time',
            getText: ({ runAt }) => longDate(runAt, i18n.language),
          },
          { id: 'error', label: t('jobs.error'), getText: ({ lastError }) => lastError ?? '' },
          {
            id: 'retry',
            label: t('actions'),
            getText: () => '',
            render: ({ id, state }) =>
              state === 'failed' && (
                <Group gap="xs" wrap="nowrap">
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() => act(() => adminApi.retryJob({ body: { id } }), t('jobs.retried'))}
                  >
                    {t('jobs.retry')}
                  </Button>
                  <Button
                    size="xs"
                    variant="subtle"
                    color="red"
                    onClick={() => act(() => adminApi.removeJob({ query: { id } }), t('jobs.removed'))}
                  >
                    {t('remove')}
                  </Button>
                </Group>
              ),
          },
        ]}
      />
      {dialog}
    </>
  )
}
