import type { Ability } from '../document/change.ts'
import type { BoardRecord, RecordId } from '../document/record.ts'
import type { Rights } from './board-view.ts'
import type { BoardReplica } from './ports.ts'
import { ancestorsOf, containerOf, type Shapes } from './relations.ts'

const managing: readonly Ability[] = ['owner', 'admin', 'editor']

/** What the person may do here, as the replica judges it; the server has the last word. */
export function createRights(replica: BoardReplica, shapes: Shapes): Rights {
  const { document } = replica
  const mayChange = (id: RecordId): boolean => replica.mayChange(id) === undefined
  const isManaging = (): boolean => managing.includes(replica.actor.peek().may)

  /** Inside this container no frame lowers anybody, so that authorship decides nothing for those who manage. */
  const isPlain = (parent: RecordId): boolean =>
    [parent, ...ancestorsOf(document, parent)].every((id) => {
      const record = document.get(id)
      return containerOf(record, shapes) !== 'frame' || record?.['role'] === null
    })

  return {
    get ability() {
      return replica.actor.peek().may
    },
    mayAdd: (parent) => replica.mayAdd(parent) === undefined,
    mayChange,
    changeable(ids) {
      if (!isManaging()) return ids.filter(mayChange)
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
      return ids.filter((id) => {
        const record = document.get(id)
        return record !== undefined && judge(record)
      })
    },
    get mayManage() {
      return isManaging()
    },
  }
}
