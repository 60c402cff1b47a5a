import { Stack, Text, Title } from '@mantine/core'
import type { Health, StorageUse as Use } from '@tavla/contract/admin'
import { useTranslation } from 'react-i18next'
import { bytesText } from '../../platform/format.ts'
import { adminApi } from './admin-refusals.ts'
import { DataTable } from './data-table.tsx'
import { SpaceStateFilter } from './space-state-filter.tsx'

type StorageQuery = NonNullable<NonNullable<Parameters<typeof adminApi.storage>[0]>['query']>

/** File storage of the server, and the boards that use it: those that use most first. */
export function StorageUse({ fileBytes, fileCount }: Pick<Health, 'fileBytes' | 'fileCount'>) {
  const { t, i18n } = useTranslation('admin')
  const bytes = (value: number) => bytesText(value, i18n.language)
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('storageUse.title')}
      </Title>
      <Text size="sm">{t('storageUse.total', { size: bytes(fileBytes), count: fileCount })}</Text>
      <DataTable
        name="storage"
        label={t('storageUse.title')}
        search
        getId={(use: Use) => use.wid}
        call={adminApi.storage}
        getInput={({ key, state, sort, desc }, after) => ({
          query: { key, state, sort, desc, after, limit: 25 } as StorageQuery,
        })}
        filters={<SpaceStateFilter />}
        columns={[
          { id: 'name', label: t('name'), sort: 'name', getText: ({ name }) => name },
          { id: 'owner', label: t('storageUse.owner'), getText: ({ owner }) => owner },
          {
            id: 'files',
            label: t('spaces.files'),
            sort: 'files',
            getText: ({ files }) => files.toLocaleString(i18n.language),
          },
          { id: 'storage', label: t('storage'), sort: 'bytes', getText: (use) => bytes(use.bytes) },
        ]}
      />
    </Stack>
  )
}
