import type { Change, Refusal } from '../document/change.ts'
import type { BoardReplica } from './ports.ts'

/** A single edit must stay below what the server takes (1 MiB, 10,000 changes); this leaves room to spare. */
const mostChanges = 5_000
const mostBytes = 512 * 1024
/** Rough size of a change besides what is counted below. */
const baseBytes = 64

/** Cuts a large act into edits that the server takes; all carry one mark, so they stay one step of undo. */
export function splitChanges(changes: readonly Change[]): Change[][] {
  const edits: Change[][] = []
  let edit: Change[] = []
  let bytes = 0
  for (const change of changes.flatMap(splitIds)) {
    const size = roughBytes(change)
    if (edit.length > 0 && (edit.length >= mostChanges || bytes + size > mostBytes)) {
      edits.push(edit)
      edit = []
      bytes = 0
    }
    edit.push(change)
    bytes += size
  }
  if (edit.length > 0) edits.push(edit)
  return edits
}

/** What is removed counts as one change each; a shift says the same of all and is bounded by its bytes alone. */
const idsAtOnce = { remove: 5_000, translate: 20_000 } as const

function splitIds(change: Change): Change[] {
  if (change.op !== 'remove' && change.op !== 'translate') return [change]
  const most = idsAtOnce[change.op]
  if (change.ids.length <= most) return [change]
  const parts: Change[] = []
  for (let i = 0; i < change.ids.length; i += most) {
    parts.push({ ...change, ids: change.ids.slice(i, i + most) })
  }
  return parts
}

function roughBytes(change: Change): number {
  switch (change.op) {
    case 'put':
      return baseBytes + valueBytes(change.record)
    case 'patch':
      return baseBytes + valueBytes(change.fields)
    case 'append':
      return baseBytes + change.piece.length
    case 'text':
      return baseBytes + valueBytes(change.steps)
    default:
      return baseBytes + change.ids.length * 24
  }
}

function valueBytes(value: unknown): number {
  // Three bytes a character is the most UTF-8 needs for a UTF-16 unit.
  if (typeof value === 'string') return 4 + value.length * 3
  if (typeof value !== 'object' || value === null) return 9
  let bytes = 4
  for (const [name, inner] of Object.entries(value)) bytes += name.length + valueBytes(inner)
  return bytes
}

/** Writes an act of any size under one mark; stops at the first refusal and answers it. */
export function write(replica: BoardReplica, changes: readonly Change[], mark: string): Refusal | undefined {
  for (const edit of splitChanges(changes)) {
    const refusal = replica.edit(edit, mark)
    if (refusal) return refusal
  }
  return undefined
}
