import type { Ability, Actor, Refusal, RefusalReason } from '../model/change.ts'
import type { Kinds } from '../kinds/kinds.ts'
import { isBinding } from '../kinds/binding.ts'
import type { BoardRecord, DocumentView, RecordId } from '../model/record.ts'

/** In ascending order; each role includes the permissions of the previous ones. */
const ORDER: readonly Ability[] = ['viewer', 'commenter', 'contributor', 'editor', 'admin', 'owner']

export function isAtLeast(role: Ability, lowest: Ability): boolean {
  return ORDER.indexOf(role) >= ORDER.indexOf(lowest)
}

/** Whether the role allows edits at all. Checked before an edit is examined; frames and locks restrict further. */
export function canEdit(role: Ability): boolean {
  return isAtLeast(role, 'contributor')
}

/** Whether the role allows suggestions, if the board accepts them. */
export function canSuggest(role: Ability): boolean {
  return isAtLeast(role, 'commenter')
}

export function least(a: Ability, b: Ability): Ability {
  return isAtLeast(a, b) ? b : a
}

export function refuse(refused: RefusalReason, id: RecordId | undefined, message: string): Refusal {
  return id === undefined ? { refused, message } : { refused, id, message }
}

/** The refusal for users whose role allows no edits. */
export function refuseRole(): Refusal {
  return refuse('role', undefined, 'your role does not allow edits')
}

/** The record and its ancestors, nearest first. Stops at an unknown record. */
export function* getChain(view: DocumentView, id: RecordId): Generator<BoardRecord> {
  for (let at: RecordId | null = id; at !== null;) {
    const record: BoardRecord | undefined = view.get(at)
    if (!record) return
    yield record
    at = record.parent
  }
}

/**
 * Effective role at a position: the lowest of the user's role and the roles of all enclosing frames. Frames never
 * limit admins.
 */
export function getAbility(view: DocumentView, kinds: Kinds, position: RecordId, actor: Actor): Ability {
  let ability = actor.role
  if (isAtLeast(ability, 'admin') || actor.isUndoing) return ability
  for (const record of getChain(view, position)) {
    const lowered = getFrameRole(kinds, record)
    if (lowered) ability = least(ability, lowered)
  }
  return ability
}

/** The highest role that a frame allows to people below admin; undefined if not limited. */
export function getFrameRole(kinds: Kinds, record: BoardRecord): Ability | undefined {
  if (kinds.get(record.kind)?.container !== 'frame') return undefined
  const role = record['role']
  return role === 'contributor' || role === 'viewer' ? role : undefined
}

/** A locked group locks its contents. A locked frame only stays in place. */
function isLocked(view: DocumentView, kinds: Kinds, record: BoardRecord): boolean {
  if (record['lock'] !== undefined) return true
  return record.parent !== null && isLockedInside(view, kinds, record.parent)
}

/** Whether an enclosing group locks this position. */
export function isLockedInside(view: DocumentView, kinds: Kinds, position: RecordId): boolean {
  for (const container of getChain(view, position)) {
    if (container['lock'] !== undefined && kinds.get(container.kind)?.container === 'group') return true
  }
  return false
}

/** The refusal for changing or removing this record, if any. Ignores locks, see `authorizeLock`. */
export function authorizeAuthor(
  view: DocumentView,
  kinds: Kinds,
  record: BoardRecord,
  actor: Actor,
): Refusal | undefined {
  // The end of a connector belongs to the connector.
  const subject = isBinding(record) ? (view.get(record.parent) ?? record) : record
  const least: Ability = kinds.get(subject.kind)?.container === 'page' ? 'editor' : 'contributor'
  if (!isAtLeast(actor.role, least)) return refuse('role', record.id, 'this role does not allow changes here')
  const ability = getAbility(view, kinds, subject.id, actor)
  if (!isAtLeast(ability, 'contributor'))
    return refuse('frame', record.id, 'its frame is closed to this role')
  if (isAtLeast(ability, 'editor') || subject.by === actor.uid) return undefined
  return refuse('not_yours', record.id, 'contributors change what they made themselves')
}

export function authorizeLock(view: DocumentView, kinds: Kinds, record: BoardRecord): Refusal | undefined {
  const subject = isBinding(record) ? (view.get(record.parent) ?? record) : record
  return isLocked(view, kinds, subject) ? refuse('locked', record.id, 'it is locked') : undefined
}

/** The refusal for changing this record now, if any. Used by tools, previews and the reducer. */
export function authorizeChange(
  view: DocumentView,
  kinds: Kinds,
  record: BoardRecord,
  actor: Actor,
): Refusal | undefined {
  return authorizeAuthor(view, kinds, record, actor) ?? authorizeLock(view, kinds, record)
}

/**
 * `authorizeChange` for many records of an unchanging board. Ancestors are checked once per container; only the
 * record's own lock and author are checked individually.
 */
export function authorizeMany(
  view: DocumentView,
  kinds: Kinds,
  actor: Actor,
): (record: BoardRecord) => Refusal | undefined {
  /** Containers in which this user can change everything without a lock of its own. */
  const free = new Map<RecordId, boolean>()
  let last: { readonly position: RecordId; readonly isFree: boolean } | undefined
  const isFree = (position: RecordId): boolean => {
    if (last?.position === position) return last.isFree
    let answer = free.get(position)
    if (answer === undefined) {
      answer =
        isAtLeast(getAbility(view, kinds, position, actor), 'editor') &&
        !isLockedInside(view, kinds, position)
      free.set(position, answer)
    }
    last = { position, isFree: answer }
    return answer
  }
  return (record) => {
    const { parent, kind } = record
    const isPlain = parent !== null && record['lock'] === undefined && !kinds.get(kind)?.container
    if (isPlain && !isBinding(record) && isFree(parent)) return undefined
    return authorizeChange(view, kinds, record, actor)
  }
}

/** The refusal for adding elements to this container, if any. */
export function authorizePlacing(
  view: DocumentView,
  kinds: Kinds,
  container: BoardRecord,
  actor: Actor,
): Refusal | undefined {
  if (!isAtLeast(actor.role, 'contributor')) return refuse('role', container.id, 'this role adds nothing')
  const ability = getAbility(view, kinds, container.id, actor)
  if (!isAtLeast(ability, 'contributor'))
    return refuse('frame', container.id, 'the frame is closed to this role')
  const kind = kinds.get(container.kind)?.container
  if (kind === 'group' && !isAtLeast(ability, 'editor') && container.by !== actor.uid) {
    return refuse('not_yours', container.id, 'contributors add to groups of their own')
  }
  if (isLockedInside(view, kinds, container.id)) return refuse('locked', container.id, 'the group is locked')
  return undefined
}

/** A frame that limits roles cannot be removed or moved elsewhere by the people it limits. */
export function authorizeFrameMove(kinds: Kinds, record: BoardRecord, actor: Actor): Refusal | undefined {
  if (!getFrameRole(kinds, record) || isAtLeast(actor.role, 'admin') || actor.isUndoing) return undefined
  return refuse('frame', record.id, 'only admins take away a frame with a role of its own')
}

/**
 * The refusal for writing a field that controls permissions (locks, frame roles), if any. Frame roles apply to it
 * too.
 */
export function authorizeControl(
  view: DocumentView,
  kinds: Kinds,
  record: BoardRecord,
  field: string,
  value: unknown,
  actor: Actor,
): Refusal | undefined {
  const isFrameRole = field === 'role' && kinds.get(record.kind)?.container === 'frame'
  if (field !== 'lock' && !isFrameRole) return undefined
  const isForAdmins = isFrameRole || value === 'admin' || record['lock'] === 'admin'
  const least: Ability = isForAdmins ? 'admin' : 'editor'
  // New records are checked at the position where they are added.
  const position = view.get(record.id) ? record.id : record.parent
  if (position !== null && isAtLeast(getAbility(view, kinds, position, actor), least)) return undefined
  return refuse(isAtLeast(actor.role, least) ? 'frame' : 'role', record.id, `${field} needs ${least}`)
}
