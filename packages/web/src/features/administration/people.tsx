import { Anchor, Badge, Button, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import type { AdminPerson, AdminPersonDetails } from '@tavla/contract/admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { longDate } from '../../platform/format.ts'
import { callQuery } from '../../platform/network/call-query.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { adminApi, getFailureText } from './admin-refusals.ts'
import { AskDialog } from './ask-dialog.tsx'
import { DataTable, useTableParams } from './data-table.tsx'
import { PersonPlan } from './person-plan.tsx'
import { useAct } from './use-act.tsx'

type PeopleQuery = NonNullable<NonNullable<Parameters<typeof adminApi.people>[0]>['query']>

const states = ['active', 'suspended', 'unverified', 'administrator'] as const

/** Accounts of the server; one of them is open when the address names it. */
export function People() {
  const { t, i18n } = useTranslation('admin')
  const { params, set } = useTableParams()
  const uid = params['uid']
  if (uid !== undefined) return <PersonDetails uid={uid} onBack={() => set({ uid: null })} />
  const day = (time: string) => longDate(time, i18n.language)
  return (
    <DataTable
      name="people"
      label={t('people.title')}
      search
      getId={(person: AdminPerson) => person.uid}
      call={adminApi.people}
      getInput={({ key, state, sort, desc }, after) => ({
        query: { key, state, sort, desc, after, limit: 50 } as PeopleQuery,
      })}
      filters={
        <NativeSelect
          label={t('state')}
          value={params['state'] ?? ''}
          data={[
            { value: '', label: t('all') },
            ...states.map((state) => ({ value: state, label: t(`people.states.${state}`) })),
          ]}
          onChange={(event) => set({ state: event.currentTarget.value })}
        />
      }
      columns={[
        {
          id: 'name',
          label: t('name'),
          sort: 'name',
          getText: ({ name }) => name,
          render: (person) => (
            <Anchor component="button" type="button" onClick={() => set({ uid: person.uid })}>
              {person.name}
            </Anchor>
          ),
        },
        { id: 'email', label: t('email'), sort: 'email', getText: ({ email }) => email ?? '' },
        { id: 'kind', label: t('people.kind'), getText: ({ kind }) => t(`people.kinds.${kind}`) },
        {
          id: 'state',
          label: t('state'),
          getText: (person) =>
            getStates(person)
              .map((state) => t(`people.states.${state}`))
              .join(', '),
          render: (person) => <States person={person} />,
        },
        { id: 'created', label: t('created'), sort: 'created', getText: ({ createdAt }) => day(createdAt) },
        {
          id: 'active',
          label: t('lastActive'),
          sort: 'active',
          getText: ({ lastActiveAt }) => day(lastActiveAt),
        },
      ]}
    />
  )
}

function getStates(person: AdminPerson) {
  const { role, suspendedAt, kind, verified } = person
  return [
    ...(role === 'administrator' ? (['administrator'] as const) : []),
    ...(suspendedAt === null ? [] : (['suspended'] as const)),
    ...(kind === 'full' && !verified ? (['unverified'] as const) : []),
  ]
}

function States({ person }: { person: AdminPerson }) {
  const { t } = useTranslation('admin')
  return (
    <Group gap={4}>
      {getStates(person).map((state) => (
        <Badge key={state} miw="max-content" variant="light" color={state === 'suspended' ? 'red' : 'gray'}>
          {t(`people.states.${state}`)}
        </Badge>
      ))}
    </Group>
  )
}

function PersonDetails({ uid, onBack }: { uid: string; onBack(): void }) {
  const { t } = useTranslation('admin')
  const query = useQuery(callQuery(adminApi.person, { query: { uid } }))
  return (
    <Stack>
      <Group>
        <Button variant="default" onClick={onBack}>
          {t('back')}
        </Button>
      </Group>
      {query.isError && <EmptyState role="alert" title={getFailureText(query.error)} />}
      {query.data && <Person person={query.data} onGone={onBack} />}
    </Stack>
  )
}

function Person({ person, onGone }: { person: AdminPersonDetails; onGone(): void }) {
  const { t, i18n } = useTranslation('admin')
  const day = (time: string) => longDate(time, i18n.language)
  const facts: readonly (readonly [string, string])[] = [
    [t('email'), person.email ?? '–'],
    [t('people.plan'), t(`plans.names.${person.plan}`)],
    [t('created'), day(person.createdAt)],
    [t('lastActive'), day(person.lastActiveAt)],
    [t('secondFactor.title'), person.secondFactor ? t('on') : t('off')],
  ]
  return (
    <Stack>
      <Group>
        <Title order={2}>{person.name}</Title>
        <States person={person} />
      </Group>
      <PersonActions person={person} onGone={onGone} />
      {facts.map(([label, value]) => (
        <Text key={label} size="sm" style={{ overflowWrap: 'anywhere' }}>
          <b>{label}:</b> {value}
        </Text>
      ))}
      <PersonPlan person={person} />
      <Title order={3}>{t('people.sessions')}</Title>
      {person.sessions.map(({ id, device, lastActiveAt }) => (
        <Text key={id} size="sm">
          {device === '' ? t('people.unknownDevice') : device} · {day(lastActiveAt)}
        </Text>
      ))}
      <Title order={3}>{t('spaces.title')}</Title>
      {person.spaces.map(({ wid, name, role, members }) => (
        <Text key={wid} size="sm">
          {name} · {t(`roles.${role}`)} · {t('spaces.members', { count: members })}
        </Text>
      ))}
    </Stack>
  )
}

type Question = 'email' | 'delete' | 'merge' | null

function PersonActions({ person, onGone }: { person: AdminPersonDetails; onGone(): void }) {
  const { t } = useTranslation('admin')
  const { act, busy, failure, dialog } = useAct()
  const [question, setQuestion] = useState<Question>(null)
  const { uid } = person
  const body = { uid }
  const isAdministrator = person.role === 'administrator'
  return (
    <>
      <Group gap="xs">
        {person.suspendedAt === null ? (
          <Button
            color="red"
            variant="light"
            loading={busy}
            onClick={() => act(() => adminApi.suspend({ body }), t('people.suspended'))}
          >
            {t('people.suspend')}
          </Button>
        ) : (
          <Button loading={busy} onClick={() => act(() => adminApi.lift({ body }), t('people.lifted'))}>
            {t('people.lift')}
          </Button>
        )}
        <Button
          variant="default"
          onClick={() => act(() => adminApi.signOutEverywhere({ body }), t('people.signedOut'))}
        >
          {t('people.signOut')}
        </Button>
        {person.email !== null && (
          <Button
            variant="default"
            onClick={() => act(() => adminApi.sendReset({ body }), t('people.resetSent'))}
          >
            {t('people.reset')}
          </Button>
        )}
        {person.kind === 'full' && (
          <>
            <Button variant="default" onClick={() => setQuestion('email')}>
              {t('people.changeEmail')}
            </Button>
            <Button
              variant="default"
              onClick={() =>
                act(
                  () =>
                    adminApi.setAdministrator({
                      body: { uid, role: isAdministrator ? 'user' : 'administrator' },
                    }),
                  t('saved'),
                )
              }
            >
              {t(isAdministrator ? 'people.unmakeAdministrator' : 'people.makeAdministrator')}
            </Button>
          </>
        )}
        <Button variant="default" onClick={() => setQuestion('merge')}>
          {t('people.merge')}
        </Button>
        <Button color="red" variant="outline" onClick={() => setQuestion('delete')}>
          {t('people.delete')}
        </Button>
      </Group>
      <FailureNote text={failure} />
      <PersonQuestion {...{ person, question, act, onGone }} onClose={() => setQuestion(null)} />
      {dialog}
    </>
  )
}

interface PersonQuestionProps {
  readonly person: AdminPersonDetails
  readonly question: Question
  readonly act: ReturnType<typeof useAct>['act']
  onClose(): void
  onGone(): void
}

/** What is asked before an act that needs an answer. */
function PersonQuestion({ person, question, act, onClose, onGone }: PersonQuestionProps) {
  const { t } = useTranslation('admin')
  const { uid } = person
  return (
    <>
      {question === 'email' && (
        <AskDialog
          title={t('people.changeEmail')}
          text={t('people.changeEmailText')}
          label={t('email')}
          confirm={t('save')}
          onClose={onClose}
          onConfirm={(email) => act(() => adminApi.changeEmail({ body: { uid, email } }), t('saved'))}
        />
      )}
      {question === 'delete' && (
        <AskDialog
          danger
          optional
          title={t('people.delete')}
          text={t('people.deleteText', {
            name: person.name,
            count: person.spaces.filter(({ role }) => role === 'owner').length,
          })}
          label={t('people.boardsTo')}
          confirm={t('people.delete')}
          onClose={onClose}
          onConfirm={(to) =>
            act(async () => {
              await adminApi.removePerson({ body: { uid, boardsTo: to === '' ? null : await findUid(to) } })
              onGone()
            }, t('people.deleted'))
          }
        />
      )}
      {question === 'merge' && <MergeDialog from={uid} onClose={onClose} act={act} onGone={onGone} />}
    </>
  )
}

/** Somebody by their address, as an administrator knows them. */
async function findUid(email: string): Promise<string> {
  const { list } = await adminApi.people({ query: { key: email, limit: 10 } })
  return list.find((person) => person.email === email.toLowerCase())?.uid ?? 'unknown'
}

interface MergeProps {
  readonly from: string
  onClose(): void
  act: ReturnType<typeof useAct>['act']
  onGone(): void
}

/** The second account is found first; then what would move is shown, and only then can it be done. */
function MergeDialog({ from, onClose, act, onGone }: MergeProps) {
  const { t } = useTranslation('admin')
  const [into, setInto] = useState<string | null>(null)
  const preview = useQuery({
    ...callQuery(adminApi.previewMerge, { query: { from, into: into ?? '' } }),
    enabled: into !== null,
    retry: false,
  })
  if (into === null || !preview.data)
    return (
      <AskDialog
        title={t('people.merge')}
        text={t('people.mergeText')}
        label={t('people.mergeInto')}
        confirm={t('people.mergePreview')}
        failure={preview.isError ? getFailureText(preview.error) : null}
        onClose={onClose}
        onConfirm={(email) => void findUid(email).then(setInto)}
        staysOpen
      />
    )
  const { data } = preview
  return (
    <AskDialog
      danger
      title={t('people.merge')}
      text={t('people.mergeResult', {
        from: data.from.name,
        into: data.into.email ?? data.into.name,
        own: data.ownSpaces,
        memberships: data.memberships,
        boards: data.boards,
        files: data.files,
      })}
      confirm={t('people.merge')}
      onClose={onClose}
      onConfirm={() =>
        act(async () => {
          await adminApi.merge({ body: { from, into } })
          onGone()
        }, t('people.merged'))
      }
    />
  )
}

/** Kept apart from the list, so that a page of people needs nothing of it. */
export function InvitePeople() {
  const { t, i18n } = useTranslation('admin')
  const { act, busy, failure, dialog } = useAct()
  const [emails, setEmails] = useState('')
  const list = emails.split(/[\s,;]+/).filter((email) => email !== '')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        act(async () => {
          await adminApi.invitePeople({ body: { emails: list, lang: i18n.language } })
          setEmails('')
        }, t('people.invited'))
      }}
    >
      <Stack>
        <TextInput
          label={t('people.inviteLabel')}
          description={t('people.inviteHint')}
          value={emails}
          onChange={(event) => setEmails(event.currentTarget.value)}
        />
        <FailureNote text={failure} />
        <Group>
          <Button type="submit" loading={busy} disabled={list.length === 0}>
            {t('people.invite')}
          </Button>
        </Group>
      </Stack>
      {dialog}
    </form>
  )
}
