import type { Actor, Fields } from '../document/model/change.ts'
import type { Kinds } from '../document/kinds/kinds.ts'
import { isBinding } from '../document/kinds/binding.ts'
import type { BoardRecord, DocumentView } from '../document/model/record.ts'
import type { Removed } from '../document/apply/reducer.ts'
import {
  getAbility,
  getChain,
  isAtLeast,
  authorizeAuthor,
  authorizeControl,
  authorizeFrameMove,
  authorizePlacing,
} from '../document/rules/rules.ts'

interface PermissionContext {
  readonly present: DocumentView
  readonly kinds: Kinds
  readonly actor: Actor
}

/** Whether the user can remove the lock, which also requires the right to change the record. */
export function canUnlock({ present, kinds, actor }: PermissionContext, record: BoardRecord): boolean {
  return (
    !authorizeControl(present, kinds, record, 'lock', null, actor) &&
    !authorizeAuthor(present, kinds, record, actor)
  )
}

/** Whether the user can remove all locks of the record. */
function isFree(position: PermissionContext, record: BoardRecord): boolean {
  const { present, kinds } = position
  const subject = isBinding(record) ? (present.get(record.parent) ?? record) : record
  for (const around of getChain(present, subject.id)) {
    const counts = around.id === subject.id || kinds.get(around.kind)?.container === 'group'
    if (counts && around['lock'] !== undefined && !canUnlock(position, around)) return false
  }
  return true
}

export function canRemove(position: PermissionContext, record: BoardRecord): boolean {
  const { present, kinds, actor } = position
  return (
    !authorizeAuthor(present, kinds, record, actor) &&
    !authorizeFrameMove(kinds, record, actor) &&
    isFree(position, record)
  )
}

/** Whether the user can set these fields. */
export function canWrite(position: PermissionContext, record: BoardRecord, fields: Fields): boolean {
  const { present, kinds, actor } = position
  if (authorizeAuthor(present, kinds, record, actor) || !isFree(position, record)) return false
  const controls = ['lock', 'role'].filter((field) => field in fields)
  if (controls.some((field) => authorizeControl(present, kinds, record, field, fields[field], actor)))
    return false
  const parent = fields['parent']
  if (typeof parent !== 'string') return true
  const container = present.get(parent)
  return (
    !authorizeFrameMove(kinds, record, actor) &&
    (!container || canAddTo({ present, kinds, actor }, container))
  )
}

/** Whether the user can add elements to this container after removing the locks that they can remove. */
function canAddTo(position: PermissionContext, container: BoardRecord): boolean {
  const { present, kinds, actor } = position
  const refusal = authorizePlacing(present, kinds, container, actor)
  if (refusal?.refused !== 'locked') return !refusal
  for (const around of getChain(present, container.id)) {
    const isGroup = kinds.get(around.kind)?.container === 'group'
    if (isGroup && around['lock'] !== undefined && !canUnlock(position, around)) return false
  }
  return true
}

/**
 * Whether the user can restore a deleted record to its former container. If that is restored too, its enclosing
 * frames count.
 */
export function canInsert(position: PermissionContext, record: BoardRecord, { entry }: Removed): boolean {
  const { present, kinds, actor } = position
  if (record.parent === null) return isAtLeast(actor.role, 'editor')
  const container = present.get(record.parent)
  if (container && !isBinding(record) && !canAddTo(position, container)) return false
  const around = container?.id ?? entry.within.find((id) => present.get(id))
  const ability = around === undefined ? actor.role : getAbility(present, kinds, around, actor)
  if (!isAtLeast(ability, 'contributor')) return false
  return isAtLeast(ability, 'editor') || record.by === actor.uid
}
