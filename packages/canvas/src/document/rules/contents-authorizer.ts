import type { Ability, Actor, Refusal } from '../model/change.ts'
import type { Kinds } from '../kinds/kinds.ts'
import { isBinding } from '../kinds/binding.ts'
import { MAX_CONTENTS } from '../model/limits.ts'
import type { BoardRecord, DocumentView, RecordId } from '../model/record.ts'
import { getAbility, getFrameRole, isAtLeast, isLockedInside, least, refuse } from './rules.ts'
import { runToEnd, SlicePacer, type SlicedWork } from '../model/sliced-work.ts'

/** Fields that move or resize a container and so affect its contents. */
const PLACE: ReadonlySet<string> = new Set(['x', 'y', 'w', 'h', 'parent', 'z'])

export function affectsContents(fields: Iterable<string>): boolean {
  for (const field of fields) if (PLACE.has(field)) return true
  return false
}

/**
 * Authorizes all contents of containers as if each record were named. Each container is checked once per edit,
 * because an edit can only add records that its author can change.
 */
export class ContentsAuthorizer {
  readonly #view: DocumentView
  readonly #kinds: Kinds
  readonly #actor: Actor
  readonly #passed = new Set<RecordId>()
  readonly #ownOnly = new Set<RecordId>()
  #walked = 0

  constructor(view: DocumentView, kinds: Kinds, actor: Actor) {
    this.#view = view
    this.#kinds = kinds
    this.#actor = actor
  }

  /** The refusal for moving or deleting the contents of this record, if any. */
  authorize(id: RecordId): Refusal | undefined {
    return runToEnd(this.authorizeInSlices(id, new SlicePacer()))
  }

  *authorizeInSlices(id: RecordId, pacer: SlicePacer): SlicedWork<Refusal | undefined> {
    const [view, kinds, actor] = [this.#view, this.#kinds, this.#actor]
    const container = this.#getContainer(view.getUnmoved(id))
    if (!container) return undefined
    const ability = getAbility(view, kinds, id, actor)
    return yield* this.#walk(id, ability, isLockedInside(view, kinds, id), pacer)
  }

  /**
   * The refusal if some contents belong to other users: a user limited to their own elements could not move them
   * out again.
   */
  authorizeOwn(id: RecordId): Refusal | undefined {
    const record = this.#view.getUnmoved(id)
    if (!record || this.#ownOnly.has(id)) return undefined
    if (record.by !== this.#actor.uid) return refuse('only_own', id, 'only own elements can be put there')
    const full = this.#count(id)
    if (full) return full
    for (const child of this.#getContainer(record) ? this.#view.childIds(id) : []) {
      const refusal = isBinding(this.#view.getUnmoved(child)) ? undefined : this.authorizeOwn(child)
      if (refusal) return refusal
    }
    this.#ownOnly.add(id)
    return undefined
  }

  *#walk(
    position: RecordId,
    ability: Ability,
    isLocked: boolean,
    pacer: SlicePacer,
  ): SlicedWork<Refusal | undefined> {
    if (this.#passed.has(position)) return undefined
    for (const id of this.#view.childIds(position)) {
      if (pacer.isDue()) yield
      const record = this.#view.getUnmoved(id)
      if (!record || isBinding(record)) continue
      const refusal = this.#count(id) ?? this.#authorizeOne(record, ability, isLocked)
      if (refusal) return refusal
      const kind = this.#getContainer(record)
      if (!kind) continue
      const inside = yield* this.#walk(id, this.#lowered(record, ability), isLocked, pacer)
      if (inside) return inside
    }
    this.#passed.add(position)
    return undefined
  }

  #authorizeOne(record: BoardRecord, ability: Ability, isLocked: boolean): Refusal | undefined {
    const { id, by } = record
    const isAdmin = isAtLeast(ability, 'admin')
    if (isLocked || record['lock'] !== undefined) return refuse('contents', id, 'something inside is locked')
    if (!this.#actor.isUndoing && getFrameRole(this.#kinds, record) && !isAdmin)
      return refuse('contents', id, 'a frame inside has a role of its own')
    if (!isAtLeast(ability, 'contributor'))
      return refuse('contents', id, 'something inside is closed to this role')
    if (isAtLeast(ability, 'editor') || by === this.#actor.uid) return undefined
    return refuse('contents', id, 'something inside belongs to somebody else')
  }

  #lowered(record: BoardRecord, ability: Ability): Ability {
    const role = this.#actor.isUndoing ? undefined : getFrameRole(this.#kinds, record)
    return role && !isAtLeast(ability, 'admin') ? least(ability, role) : ability
  }

  /** Limits the number of checked records per edit. */
  #count(id: RecordId): Refusal | undefined {
    this.#walked += 1
    return this.#walked > MAX_CONTENTS ? refuse('too_large', id, 'too much is inside') : undefined
  }

  #getContainer(record: BoardRecord | undefined): 'page' | 'group' | 'frame' | undefined {
    return record && this.#kinds.get(record.kind)?.container
  }
}
