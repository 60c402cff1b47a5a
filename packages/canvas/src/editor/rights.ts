import type { Ability } from '../document/change.ts'
import { judgeSuggesting } from '../document/suggestions.ts'
import type { BoardRecord, RecordId } from '../document/record.ts'
import type { Rights } from './board-view.ts'
import type { BoardReplica } from './ports.ts'
import type { Makeup } from './selection.ts'
import { ancestorsOf, containerOf, type Shapes } from './relations.ts'

const managing: readonly Ability[] = ['owner', 'admin', 'editor']
const administering: readonly Ability[] = ['owner', 'admin']

/** What the person may do here, as the replica judges it; the server has the last word. */
export function createRights(replica: BoardReplica, shapes: Shapes): Rights {
  const { document } = replica
  const mayChange = (id: RecordId): boolean => replica.mayChange(id) === undefined
  const isManaging = (): boolean => managing.includes(replica.actor.peek().may)
  const isAdministering = (): boolean => administering.includes(replica.actor.peek().may)

  /** Inside this container no frame lowers anybody, so that authorship decides nothing for those who manage. */
  const isPlain = (parent: RecordId): boolean =>
    [parent, ...ancestorsOf(document, parent)].every((id) => {
      const record = document.get(id)
      return containerOf(record, shapes) !== 'frame' || record?.['role'] === null
    })

  /** No locks, no containers that may lower roles: what holds for one of them holds for all. */
  const isAlike = ({ parent, kinds, hasLocks }: Makeup): boolean =>
    !hasLocks && ![...kinds].some((kind) => shapes.schema(kind)?.facets.container) && isPlain(parent)

  const mayLock = (id: RecordId): boolean => {
    const record = document.get(id)
    const refused = replica.mayChange(id)?.refused
    if (!record || (refused !== undefined && refused !== 'locked')) return false
    if (isAdministering()) return true
    return isManaging() && record['lock'] !== 'admin' && isPlain(id)
  }
  const maySuggest = (): boolean => judgeSuggesting(document, replica.actor.peek().may) === undefined
  /** May this person open its lock and those of the groups around it? */
  const mayUnlock = (id: RecordId): boolean => {
    const groups = ancestorsOf(document, id).filter(
      (one) => containerOf(document.get(one), shapes) === 'group',
    )
    return [id, ...groups].every((one) => document.get(one)?.['lock'] === undefined || mayLock(one))
  }

  return {
    get ability() {
      return replica.actor.peek().may
    },
    mayAdd: (parent) => replica.mayAdd(parent) === undefined,
    mayChange,
    refusalOf: (id) => replica.mayChange(id),
    refusalOfTaking: (ids) => replica.mayTake(ids),
    refusalOfPlacing: (ids, container) => replica.mayPlace(ids, container),
    mayLock,
    changeable(ids, makeup) {
      if (!isManaging()) return ids.filter(mayChange)
      const [first] = ids
      if (first !== undefined && makeup && isAlike(makeup)) return mayChange(first) ? ids : []
      // Siblings without locks are judged alike: a hundred thousand of them cost one question.
      const answers = new Map<RecordId, boolean>()
      const judge = (record: BoardRecord): boolean => {
        const { parent } = record
        if (parent === null || record['lock'] !== undefined) return mayChange(record.id)
        let answer = answers.get(parent)
        if (answer === undefined) {
          if (!isPlain(parent)) return mayChange(record.id)
          answers.set(parent, (answer = mayChange(record.id)))
        }
        return answer
      }
      const isFree = (id: RecordId): boolean => {
        const record = document.still(id)
        return record !== undefined && judge(record)
      }
      // The list itself where all of it may be changed, as is usual: what is known of it stays known.
      return ids.every(isFree) ? ids : ids.filter(isFree)
    },
    get maySuggest() {
      return maySuggest()
    },
    maySuggestFor(id) {
      const refusal = replica.mayChange(id)
      if (!refusal || !maySuggest()) return false
      return refusal.refused !== 'locked' || !mayUnlock(id)
    },
    get mayManage() {
      return isManaging()
    },
    get mayAdminister() {
      return isAdministering()
    },
  }
}
