import { Button, Group, TextInput } from '@mantine/core'
import { lengths } from '@tavla/contract'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { getFailureText } from '../../../platform/failure.ts'

interface NameFormProps {
  name: string
  label: string
  busy: boolean
  failure: Error | null
  onName(name: string): void
  onCancel(): void
}

/** A field for the name of a version. */
export function NameForm({ name: initialName, label, busy, failure, onName, onCancel }: NameFormProps) {
  const { t } = useTranslation('board')
  const [name, setName] = useState(initialName)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (name.trim() !== '') onName(name.trim())
  }
  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
      }}
    >
      <TextInput
        label={label}
        value={name}
        maxLength={lengths.versionName}
        autoFocus
        // Escape cancels naming and does not close the history.
        data-mantine-stop-propagation="true"
        error={failure === null ? null : getFailureText(failure)}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Group gap="xs" mt="xs" justify="flex-end">
        <Button variant="default" size="compact-md" onClick={onCancel} data-mantine-stop-propagation="true">
          {t('common:act.cancel')}
        </Button>
        <Button type="submit" size="compact-md" loading={busy} disabled={name.trim() === ''}>
          {t('history.versions.save')}
        </Button>
      </Group>
    </form>
  )
}
