import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { isAtLeast, lengths } from '@tavla/contract'
import type { Version } from '@tavla/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { failureWords } from '../../platform/failure.ts'
import { longDate } from '../../platform/format.ts'
import { useSignal } from '../../platform/use-signal.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useBoard } from '../board-panels/index.ts'
import type { History } from './history.ts'
import classes from './history.module.css'
import { useNameVersion, useRemoveVersion, useRenameVersion } from './queries.ts'

interface VersionsProps {
  history: History
  versions: UseQueryResult<{ readonly list: readonly Version[] }>
}

/** Moments with a name: to go to, and to make. */
export function Versions({ history, versions }: VersionsProps) {
  const { t } = useTranslation('board')
  const { replica } = useBoard()
  const { uid, may } = useSignal(replica.actor)
  const mayName = isAtLeast(may, 'editor')
  const list = versions.data?.list ?? []
  return (
    <Stack gap="xs">
      <Text component="h3" size="sm" fw={500}>
        {t('history.versions.title')}
      </Text>
      {versions.isError && <FailureNote text={failureWords(versions.error)} />}
      {versions.isSuccess && list.length === 0 && (
        <Text size="sm" c="var(--tavla-muted)">
          {t(mayName ? 'history.versions.none' : 'history.versions.noneHere')}
        </Text>
      )}
      <ul className={classes.versions}>
        {list.map((version) => (
          <Row
            key={version.id}
            version={version}
            history={history}
            mayChange={mayName && (version.uid === uid || isAtLeast(may, 'admin'))}
          />
        ))}
      </ul>
      {mayName && <NameThis history={history} />}
    </Stack>
  )
}

function Row({ version, history, mayChange }: { version: Version; history: History; mayChange: boolean }) {
  const { t, i18n } = useTranslation('board')
  const { space } = useBoard()
  const [renaming, setRenaming] = useState(false)
  const rename = useRenameVersion(space.wid)
  const remove = useRemoveVersion(space.wid)
  const seq = useSignal(history.seq)
  const { id, name } = version
  const goThere = async (): Promise<void> => {
    if (version.seq < history.begin.peek()) await history.open(version.seq)
    history.goTo(version.seq)
  }
  if (renaming)
    return (
      <li>
        <NameForm
          name={name}
          label={t('history.versions.rename', { name })}
          busy={rename.isPending}
          onName={(next) => rename.mutate({ id, name: next }, { onSuccess: () => setRenaming(false) })}
          failure={rename.error}
        />
      </li>
    )
  return (
    <li>
      <button
        type="button"
        className={classes.version}
        aria-current={seq === version.seq}
        onClick={() => void goThere()}
      >
        <span>{name}</span>
        <span className={classes.ago}>{longDate(version.time, i18n.language)}</span>
      </button>
      {mayChange && (
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('history.versions.rename', { name })}
            onClick={() => setRenaming(true)}
          >
            <IconPencil size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('history.versions.remove', { name })}
            loading={remove.isPending}
            onClick={() => remove.mutate(id)}
          >
            <IconTrash size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
        </>
      )}
    </li>
  )
}

function NameThis({ history }: { history: History }) {
  const { t } = useTranslation('board')
  const { space } = useBoard()
  const make = useNameVersion(space.wid)
  const [made, setMade] = useState(0)
  return (
    <NameForm
      key={made}
      name=""
      label={t('history.versions.name')}
      busy={make.isPending}
      failure={make.error}
      onName={(name) =>
        make.mutate({ seq: history.seq.peek(), name }, { onSuccess: () => setMade((n) => n + 1) })
      }
    />
  )
}

interface NameFormProps {
  name: string
  label: string
  busy: boolean
  failure: Error | null
  onName(name: string): void
}

function NameForm({ name: first, label, busy, failure, onName }: NameFormProps) {
  const { t } = useTranslation('board')
  const [name, setName] = useState(first)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') onName(name.trim())
  }
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="end" wrap="nowrap">
        <TextInput
          label={label}
          value={name}
          maxLength={lengths.versionName}
          flex={1}
          error={failure === null ? null : failureWords(failure)}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={busy} disabled={name.trim() === ''}>
          {t('history.versions.save')}
        </Button>
      </Group>
    </form>
  )
}
