import { Button, Group } from '@mantine/core'
import { FailureNote } from './failure-note.tsx'

interface FormEndProps {
  /** Error of the last submission. */
  failure: string | null
  busy: boolean
  /** Label of the submit button. */
  act: string
  cancel: string
  onCancel(): void
}

/** The end of a form in a dialog: error, cancel and submit. */
export function FormEnd({ failure, busy, act, cancel, onCancel }: FormEndProps) {
  return (
    <>
      <FailureNote text={failure} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          {cancel}
        </Button>
        <Button type="submit" loading={busy}>
          {act}
        </Button>
      </Group>
    </>
  )
}
