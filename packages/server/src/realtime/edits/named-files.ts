import { getRecordFiles } from '@tavla/canvas/model'
import type { AcceptedEdit } from '@tavla/canvas/model'
import { randomIdPattern } from '../../ports/random/values.ts'

/** Stored files that an edit names: in elements, or in what it suggests for them. */
export function listNamedFiles({ changes }: Pick<AcceptedEdit, 'changes'>): readonly string[] {
  const found = changes.flatMap((change) => {
    const fields = change.op === 'put' ? change.record : change.op === 'patch' ? change.fields : undefined
    const suggested: unknown = fields?.['fields']
    const inner = typeof suggested === 'object' && suggested !== null ? suggested : undefined
    return [...getRecordFiles(fields), ...getRecordFiles(inner)]
  })
  // Files that are still being uploaded have other ids.
  return found.filter((id) => id.match(randomIdPattern)?.[0] === id)
}
