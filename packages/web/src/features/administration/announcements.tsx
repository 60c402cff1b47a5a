import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import type { AdminAnnouncement, Audience } from '@tavla/contract/admin'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureNote } from '../../ui/failure-note.tsx'
import { adminApi } from './admin-refusals.ts'
import { DataTable } from './data-table.tsx'
import { useAct } from './use-act.tsx'

const audiences = ['everyone', 'members', 'guests'] as const

/** What a `datetime-local` field holds is the person's own time. */
const getTime = (local: string): string => new Date(local).toISOString()

/** A sentence above every page, for whom and from when to when. */
export function Announcements() {
  const { t, i18n } = useTranslation('admin')
  const { act, failure, busy } = useAct()
  const time = (at: string | null) => (at === null ? '–' : new Date(at).toLocaleString(i18n.language))
  return (
    <Stack>
      <NewAnnouncement act={act} busy={busy} />
      <FailureNote text={failure} />
      <DataTable
        name="announcements"
        label={t('announcements.title')}
        getId={(item: AdminAnnouncement) => item.id}
        call={adminApi.announcements}
        getInput={() => ({})}
        columns={[
          { id: 'text', label: t('announcements.text'), getText: ({ text }) => text },
          {
            id: 'audience',
            label: t('announcements.audience'),
            getText: ({ audience }) => t(`announcements.audiences.${audience}`),
          },
          {
            id: 'starts',
            label: t('announcements.starts'),
            sort: 'starts',
            getText: ({ startsAt }) => time(startsAt),
            getValue: ({ startsAt }) => startsAt,
          },
          {
            id: 'ends',
            label: t('announcements.ends'),
            sort: 'ends',
            getText: ({ endsAt }) => time(endsAt),
            getValue: ({ endsAt }) => endsAt ?? '',
          },
          {
            id: 'remove',
            label: t('actions'),
            getText: () => '',
            render: ({ id }) => (
              <Button
                size="xs"
                variant="default"
                onClick={() => act(() => adminApi.removeAnnouncement({ query: { id } }), t('saved'))}
              >
                {t('remove')}
              </Button>
            ),
          },
        ]}
      />
    </Stack>
  )
}

function NewAnnouncement({ act, busy }: Pick<ReturnType<typeof useAct>, 'act' | 'busy'>) {
  const { t } = useTranslation('admin')
  const [text, setText] = useState('')
  const [audience, setAudience] = useState<Audience>('everyone')
  const [starts, setStarts] = useState('')
  const [ends, setEnds] = useState('')
  const publish = async () => {
    const startsAt = starts === '' ? undefined : getTime(starts)
    const endsAt = ends === '' ? null : getTime(ends)
    await adminApi.setAnnouncement({ body: { text, audience, startsAt, endsAt } })
    setText('')
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        act(publish, t('announcements.published'))
      }}
    >
      <Stack>
        <TextInput
          label={t('announcements.text')}
          required
          maxLength={300}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group align="end">
          <NativeSelect
            label={t('announcements.audience')}
            value={audience}
            data={audiences.map((value) => ({ value, label: t(`announcements.audiences.${value}`) }))}
            onChange={(event) => setAudience(event.currentTarget.value as Audience)}
          />
          <TextInput
            type="datetime-local"
            label={t('announcements.starts')}
            value={starts}
            onChange={(event) => setStarts(event.currentTarget.value)}
          />
          <TextInput
            type="datetime-local"
            label={t('announcements.ends')}
            value={ends}
            onChange={(event) => setEnds(event.currentTarget.value)}
          />
          <Button type="submit" loading={busy}>
            {t('announcements.publish')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
