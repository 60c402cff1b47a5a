import { Button, Group } from '@mantine/core'
import { FailureNote } from './failure-note.tsx'

interface FormEndProps {
  /** What went wrong when it was last sent. */
  failure: string | null
  busy: boolean
  /** The words of the act. */
  act: string
  cancel: string
  onCancel(): void
}

/** The end of a dialog's form: what went wrong, the way out, and the one act. */
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
