import { failureHere } from '../../platform/failure.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import classes from './members.module.css'

/** Below a line: what could not be changed in it. Nothing where a toast says it. */
export function LineFailure({ error }: { error: Error | null }) {
  const words = error && failureHere(error)
  if (words === null) return null
  return (
    <div className={classes.failure}>
      <FailureNote text={words} />
    </div>
  )
}
