import { Alert, Button, TextInput } from '@mantine/core'
import type { AuditRow } from '@tavla/contract/admin'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureNote } from '../../ui/failure-note.tsx'
import { adminApi } from './admin-refusals.ts'
import { DataTable, getTimeOrder, useTableParams } from './data-table.tsx'
import { useAct } from './use-act.tsx'

/** What happened to accounts and boards, and what administrators did; sealed row by row. */
export function Audit() {
  const { t, i18n } = useTranslation('admin')
  const { params, set } = useTableParams()
  const { act, busy, failure } = useAct()
  const [verified, setVerified] = useState<{ rows: number; broken: number | null } | null>(null)
  const time = (at: string) => new Date(at).toLocaleString(i18n.language)
  return (
    <>
      <FailureNote text={failure} />
      {verified && (
        <Alert mb="md" role="status" color={verified.broken === null ? 'green' : 'red'}>
          {verified.broken === null
            ? t('audit.whole', { count: verified.rows })
            : t('audit.broken', { seq: verified.broken })}
        </Alert>
      )}
      <DataTable
        name="audit"
        label={t('audit.title')}
        getId={(row: AuditRow) => row.id}
        call={adminApi.auditLog}
        getInput={({ event, subject, ...order }, after) => ({
          query: { event, subject, ...getTimeOrder(order), after, limit: 100 },
        })}
        filters={
          <>
            <TextInput
              label={t('audit.event')}
              value={params['event'] ?? ''}
              onChange={(change) => set({ event: change.currentTarget.value })}
            />
            <TextInput
              label={t('audit.subject')}
              description={t('audit.subjectHint')}
              value={params['subject'] ?? ''}
              onChange={(change) => set({ subject: change.currentTarget.value })}
            />
            <Button
              variant="default"
              loading={busy}
              onClick={() => act(async () => setVerified(await adminApi.verifyAudit()))}
            >
              {t('audit.verify')}
            </Button>
          </>
        }
        columns={[
          { id: 'at', label: t('audit.at'), sort: 'time', getText: ({ at }) => time(at) },
          { id: 'event', label: t('audit.event'), getText: ({ event }) => event },
          {
            id: 'actor',
            label: t('audit.actor'),
            getText: ({ actorName, actor }) => actorName ?? actor ?? '',
          },
          { id: 'subject', label: t('audit.subject'), getText: ({ subject }) => subject ?? '' },
          { id: 'wid', label: t('audit.board'), getText: ({ wid }) => wid ?? '' },
          { id: 'device', label: t('audit.device'), getText: ({ device }) => device ?? '' },
          {
            id: 'data',
            label: t('audit.details'),
            getText: ({ data }) =>
              Object.entries(data)
                .map(([name, value]) => `${name}: ${String(value)}`)
                .join(', '),
          },
          {
            id: 'seal',
            label: t('audit.seal'),
            getText: ({ seq, seal }) => `${seq ?? ''} ${seal?.slice(0, 8) ?? ''}`,
          },
        ]}
      />
    </>
  )
}
