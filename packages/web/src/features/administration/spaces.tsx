import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import type { AdminSpace } from '@tavla/contract/admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bytesText, longDate } from '../../platform/format.ts'
import { callQuery } from '../../platform/network/call-query.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { adminApi, getFailureText } from './admin-refusals.ts'
import { AskDialog } from './ask-dialog.tsx'
import { DataTable, useTableParams } from './data-table.tsx'
import { SpaceStateFilter } from './space-state-filter.tsx'
import { useAct } from './use-act.tsx'

type SpacesQuery = NonNullable<NonNullable<Parameters<typeof adminApi.spaces>[0]>['query']>

/** Boards of the server: whose, how many people, how large. Never what is on them. */
export function Spaces() {
  const { t, i18n } = useTranslation('admin')
  const { params, set } = useTableParams()
  const wid = params['wid']
  if (wid !== undefined) return <SpaceDetails wid={wid} onBack={() => set({ wid: null })} />
  const day = (time: string) => longDate(time, i18n.language)
  return (
    <DataTable
      name="boards"
      label={t('spaces.title')}
      search
      getId={(space: AdminSpace) => space.wid}
      call={adminApi.spaces}
      getInput={({ key, state, sort, desc }, after) => ({
        query: { key, state, sort, desc, after, limit: 50 } as SpacesQuery,
      })}
      filters={<SpaceStateFilter />}
      columns={[
        {
          id: 'name',
          label: t('name'),
          sort: 'name',
          getText: ({ name }) => name,
          render: (space) => (
            <Anchor component="button" type="button" onClick={() => set({ wid: space.wid })}>
              {space.name}
            </Anchor>
          ),
        },
        { id: 'owner', label: t('spaces.owner'), getText: ({ owner }) => owner.email ?? owner.name },
        { id: 'members', label: t('spaces.people'), getText: ({ members }) => String(members) },
        { id: 'files', label: t('spaces.files'), getText: ({ files }) => String(files) },
        { id: 'storage', label: t('storage'), getText: ({ storage }) => bytesText(storage, i18n.language) },
        { id: 'edits', label: t('spaces.edits'), getText: ({ edits }) => String(edits) },
        { id: 'created', label: t('created'), sort: 'created', getText: ({ createdAt }) => day(createdAt) },
        {
          id: 'updated',
          label: t('lastActive'),
          sort: 'updated',
          getText: ({ updatedAt }) => day(updatedAt),
        },
      ]}
    />
  )
}

function SpaceDetails({ wid, onBack }: { wid: string; onBack(): void }) {
  const { t, i18n } = useTranslation('admin')
  const { act, failure, dialog } = useAct()
  const [question, setQuestion] = useState<'transfer' | 'delete' | null>(null)
  const query = useQuery(callQuery(adminApi.space, { query: { wid } }))
  const space = query.data
  const isTrashed = space?.trashedAt != null
  const remove = () =>
    act(
      async () => {
        await adminApi.removeSpace({ body: { wid, forever: isTrashed } })
        onBack()
      },
      t(isTrashed ? 'spaces.deleted' : 'spaces.trashed'),
    )
  return (
    <Stack>
      <Group gap="xs">
        <Button variant="default" onClick={onBack}>
          {t('back')}
        </Button>
        {isTrashed && (
          <Button onClick={() => act(() => adminApi.restoreSpace({ body: { wid } }), t('spaces.restored'))}>
            {t('spaces.restore')}
          </Button>
        )}
        {space?.claim && (
          <Button onClick={() => act(() => adminApi.grantClaim({ body: { wid } }), t('saved'))}>
            {t('spaces.grantClaim')}
          </Button>
        )}
        <Button variant="default" onClick={() => setQuestion('transfer')}>
          {t('spaces.transfer')}
        </Button>
        <Button color="red" variant="outline" onClick={() => setQuestion('delete')}>
          {t(isTrashed ? 'spaces.deleteForever' : 'spaces.trash')}
        </Button>
      </Group>
      <FailureNote text={failure} />
      {query.isError && <EmptyState role="alert" title={getFailureText(query.error)} />}
      {space && (
        <>
          <Title order={2}>{space.name}</Title>
          <Text size="sm">
            {t('spaces.facts', {
              files: space.files,
              size: bytesText(space.storage, i18n.language),
              edits: space.edits,
              links: space.links,
              invitations: space.invitations,
            })}
          </Text>
          <Title order={3}>{t('spaces.people')}</Title>
          {space.people.map(({ uid, name, email, role }) => (
            <Text key={uid} size="sm">
              {name} · {email ?? t('people.kinds.guest')} · {t(`roles.${role}`)}
            </Text>
          ))}
        </>
      )}
      {question === 'transfer' && (
        <AskDialog
          title={t('spaces.transfer')}
          text={t('spaces.transferText')}
          label={t('spaces.newOwner')}
          confirm={t('spaces.transfer')}
          onClose={() => setQuestion(null)}
          onConfirm={(email) =>
            act(async () => {
              const { list } = await adminApi.people({ query: { key: email, limit: 10 } })
              const uid = list.find((person) => person.email === email.toLowerCase())?.uid ?? 'unknown'
              await adminApi.transferSpace({ body: { wid, uid } })
            }, t('saved'))
          }
        />
      )}
      {question === 'delete' && (
        <AskDialog
          danger
          title={t(isTrashed ? 'spaces.deleteForever' : 'spaces.trash')}
          text={t(isTrashed ? 'spaces.deleteText' : 'spaces.trashText')}
          confirm={t(isTrashed ? 'spaces.deleteForever' : 'spaces.trash')}
          onClose={() => setQuestion(null)}
          onConfirm={remove}
        />
      )}
      {dialog}
    </Stack>
  )
}
