import type { Actor, Fields } from '../document/change.ts'
import type { Kinds } from '../document/fields.ts'
import { isBinding } from '../document/kinds/binding.ts'
import type { BoardRecord, DocumentView } from '../document/record.ts'
import type { Gone } from '../document/reducer.ts'
import {
  abilityAt,
  chainOf,
  isAtLeast,
  judgeAuthor,
  judgeControl,
  judgeFrameMove,
  judgePlace,
} from '../document/rules.ts'

interface Place {
  readonly present: DocumentView
  readonly kinds: Kinds
  readonly actor: Actor
}

/** May this person open the lock? Who may not write to a record may not open its lock either. */
export function mayFree({ present, kinds, actor }: Place, record: BoardRecord): boolean {
  return (
    !judgeControl(present, kinds, record, 'lock', null, actor) && !judgeAuthor(present, kinds, record, actor)
  )
}

/** Every lock that keeps it is one that this person may open. */
function isFree(place: Place, record: BoardRecord): boolean {
  const { present, kinds } = place
  const subject = isBinding(record) ? (present.get(record.parent) ?? record) : record
  for (const around of chainOf(present, subject.id)) {
    const counts = around.id === subject.id || kinds.get(around.kind)?.container === 'group'
    if (counts && around['lock'] !== undefined && !mayFree(place, around)) return false
  }
  return true
}

export function mayRemove(place: Place, record: BoardRecord): boolean {
  const { present, kinds, actor } = place
  return (
    !judgeAuthor(present, kinds, record, actor) &&
    !judgeFrameMove(kinds, record, actor) &&
    isFree(place, record)
  )
}

/** May these fields be set on it? */
export function mayWrite(place: Place, record: BoardRecord, fields: Fields): boolean {
  const { present, kinds, actor } = place
  if (judgeAuthor(present, kinds, record, actor) || !isFree(place, record)) return false
  const controls = ['lock', 'role'].filter((field) => field in fields)
  if (controls.some((field) => judgeControl(present, kinds, record, field, fields[field], actor)))
    return false
  const parent = fields['parent']
  if (typeof parent !== 'string') return true
  const container = present.get(parent)
  return (
    !judgeFrameMove(kinds, record, actor) && (!container || mayEnter({ present, kinds, actor }, container))
  )
}

/** May things be put into this container, once the locks are open that this person may open? */
function mayEnter(place: Place, container: BoardRecord): boolean {
  const { present, kinds, actor } = place
  const refusal = judgePlace(present, kinds, container, actor)
  if (refusal?.refused !== 'locked') return !refusal
  for (const around of chainOf(present, container.id)) {
    const isGroup = kinds.get(around.kind)?.container === 'group'
    if (isGroup && around['lock'] !== undefined && !mayFree(place, around)) return false
  }
  return true
}

/** May what is gone be brought back to where it was to be? Inside what comes back with it, the frames around that count. */
export function mayBring(place: Place, record: BoardRecord, { entry }: Gone): boolean {
  const { present, kinds, actor } = place
  if (record.parent === null) return isAtLeast(actor.may, 'editor')
  const container = present.get(record.parent)
  if (container && !isBinding(record) && !mayEnter(place, container)) return false
  const around = container?.id ?? entry.within.find((id) => present.get(id))
  const ability = around === undefined ? actor.may : abilityAt(present, kinds, around, actor)
  if (!isAtLeast(ability, 'contributor')) return false
  return isAtLeast(ability, 'editor') || record.by === actor.uid
}
