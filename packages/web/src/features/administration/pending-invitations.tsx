import { Button } from '@mantine/core'
import type { ServerInvitation } from '@tavla/contract/admin'
import { useTranslation } from 'react-i18next'
import { longDate } from '../../platform/format.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { adminApi } from './admin-refusals.ts'
import { DataTable } from './data-table.tsx'
import { useAct } from './use-act.tsx'

/** Emailed invitations to this server that nobody has used yet. */
export function PendingInvitations() {
  const { t, i18n } = useTranslation('admin')
  const { act, failure, dialog } = useAct()
  return (
    <>
      <FailureNote text={failure} />
      <DataTable
        name="invitations"
        label={t('invitations.title')}
        getId={(item: ServerInvitation) => item.id}
        call={adminApi.invitations}
        getInput={() => ({})}
        columns={[
          {
            id: 'email',
            label: t('email'),
            sort: 'email',
            getText: ({ email }) => email,
            getValue: ({ email }) => email,
          },
          {
            id: 'createdAt',
            label: t('invitations.sent'),
            sort: 'sent',
            getValue: ({ createdAt }) => createdAt,
            getText: ({ createdAt }) => longDate(createdAt, i18n.language),
          },
          {
            id: 'expiresAt',
            label: t('invitations.expires'),
            sort: 'expires',
            getValue: ({ expiresAt }) => expiresAt,
            getText: ({ expiresAt }) => longDate(expiresAt, i18n.language),
          },
          {
            id: 'withdraw',
            label: t('actions'),
            getText: () => '',
            render: ({ id }) => (
              <Button
                size="xs"
                variant="default"
                onClick={() =>
                  act(() => adminApi.withdrawInvitation({ query: { id } }), t('invitations.withdrawn'))
                }
              >
                {t('invitations.withdraw')}
              </Button>
            ),
          },
        ]}
      />
      {dialog}
    </>
  )
}
