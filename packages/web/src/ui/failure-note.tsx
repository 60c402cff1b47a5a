import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'

/** An error message, next to what failed. */
export function FailureNote({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <Alert color="red" role="alert" p="sm" icon={<IconAlertCircle size={20} stroke={1.5} />}>
      {text}
    </Alert>
  )
}
