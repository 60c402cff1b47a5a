import type { Ability } from '../document/model/change.ts'
import { authorizeSuggesting } from '../document/rules/suggestions.ts'
import type { BoardRecord, RecordId } from '../document/model/record.ts'
import type { Rights } from './board-view.ts'
import type { BoardReplica } from './board-ports.ts'
import type { SelectionSummary } from './view/selection.ts'
import { getAncestors, getContainer, type Shapes } from './view/relations.ts'

const managing: readonly Ability[] = ['owner', 'admin', 'editor']
const administering: readonly Ability[] = ['owner', 'admin']

/** Permissions as computed by the replica. The server enforces them. */
export function createRights(replica: BoardReplica, shapes: Shapes): Rights {
  const { document } = replica
  const canChange = (id: RecordId): boolean => replica.canChange(id) === undefined
  const isManaging = (): boolean => managing.includes(replica.actor.peek().role)
  const isAdministering = (): boolean => administering.includes(replica.actor.peek().role)

  /** No frame limits roles inside this container, so authorship does not matter for those who can manage. */
  const isPlain = (parent: RecordId): boolean =>
    [parent, ...getAncestors(document, parent)].every((id) => {
      const record = document.get(id)
      return getContainer(record, shapes) !== 'frame' || record?.['role'] === null
    })

  /** A selection without locks and role-limiting containers can be checked by one of its elements. */
  const isAlike = ({ parent, kinds, hasLocks }: SelectionSummary): boolean =>
    !hasLocks && ![...kinds].some((kind) => shapes.schema(kind)?.facets.container) && isPlain(parent)

  const canLock = (id: RecordId): boolean => {
    const record = document.get(id)
    const refused = replica.canChange(id)?.refused
    if (!record || (refused !== undefined && refused !== 'locked')) return false
    if (isAdministering()) return true
    return isManaging() && record['lock'] !== 'admin' && isPlain(id)
  }
  const canSuggest = (): boolean => authorizeSuggesting(document, replica.actor.peek().role) === undefined
  /** Whether the user can remove its lock and those of enclosing groups. */
  const canUnlock = (id: RecordId): boolean => {
    const groups = getAncestors(document, id).filter(
      (one) => getContainer(document.get(one), shapes) === 'group',
    )
    return [id, ...groups].every((one) => document.get(one)?.['lock'] === undefined || canLock(one))
  }

  return {
    get ability() {
      return replica.actor.peek().role
    },
    canAdd: (parent) => replica.canAdd(parent) === undefined,
    canChange,
    getRefusal: (id) => replica.canChange(id),
    getContentsRefusal: (ids) => replica.canTake(ids),
    getPlacingRefusal: (ids, container) => replica.canPlace(ids, container),
    canLock,
    filterChangeable(ids, summary) {
      if (!isManaging()) return ids.filter(canChange)
      const [first] = ids
      if (first !== undefined && summary && isAlike(summary)) return canChange(first) ? ids : []
      // Siblings without locks have the same permissions, so the result is cached per container.
      const answers = new Map<RecordId, boolean>()
      const authorize = (record: BoardRecord): boolean => {
        const { parent } = record
        if (parent === null || record['lock'] !== undefined) return canChange(record.id)
        let answer = answers.get(parent)
        if (answer === undefined) {
          if (!isPlain(parent)) return canChange(record.id)
          answers.set(parent, (answer = canChange(record.id)))
        }
        return answer
      }
      const isFree = (id: RecordId): boolean => {
        const record = document.getUnmoved(id)
        return record !== undefined && authorize(record)
      }
      // Returns the same array if all can be changed, because lookups for it are cached.
      return ids.every(isFree) ? ids : ids.filter(isFree)
    },
    get canSuggest() {
      return canSuggest()
    },
    canSuggestText(id) {
      const refusal = replica.canChange(id)
      if (!refusal || !canSuggest()) return false
      return refusal.refused !== 'locked' || !canUnlock(id)
    },
    get canManage() {
      return isManaging()
    },
    get canAdminister() {
      return isAdministering()
    },
  }
}
