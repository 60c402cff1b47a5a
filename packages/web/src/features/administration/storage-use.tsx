import { Loader, ScrollArea, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { bytesText } from '../../platform/format.ts'
import { callQuery } from '../../platform/network/call-query.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { adminApi, getFailureText } from './admin-refusals.ts'

/** File storage of the server, and the boards that use most of it. */
export function StorageUse() {
  const { t, i18n } = useTranslation('admin')
  const query = useQuery(callQuery(adminApi.storage, {}))
  if (query.isError) return <EmptyState role="alert" title={getFailureText(query.error)} />
  if (!query.data) return <Loader aria-label={t('loading')} />
  const { total, files, list } = query.data
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {t('storageUse.title')}
      </Title>
      <Text size="sm">{t('storageUse.total', { size: bytesText(total, i18n.language), count: files })}</Text>
      {list.length > 0 && (
        <ScrollArea type="auto">
          <Table aria-label={t('storageUse.title')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('name')}</Table.Th>
                <Table.Th>{t('storageUse.owner')}</Table.Th>
                <Table.Th>{t('spaces.files')}</Table.Th>
                <Table.Th>{t('storage')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {list.map(({ wid, name, owner, files: count, bytes }) => (
                <Table.Tr key={wid}>
                  <Table.Td>{name}</Table.Td>
                  <Table.Td>{owner}</Table.Td>
                  <Table.Td>{count.toLocaleString(i18n.language)}</Table.Td>
                  <Table.Td>{bytesText(bytes, i18n.language)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea>
      )}
    </Stack>
  )
}
