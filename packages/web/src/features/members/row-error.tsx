import { getLocalFailureText } from '../../platform/failure.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import classes from './members.module.css'

/** Error below a list row; nothing if a toast already shows it. */
export function RowError({ error }: { error: Error | null }) {
  const text = error && getLocalFailureText(error)
  if (text === null) return null
  return (
    <div className={classes.failure}>
      <FailureNote text={text} />
    </div>
  )
}
