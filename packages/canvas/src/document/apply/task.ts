import type { ContentsAuthorizer } from '../rules/contents-authorizer.ts'
import type { Actor, Edit } from '../model/change.ts'
import type { Draft } from './draft.ts'
import type { Kinds } from '../kinds/kinds.ts'
import type { ApplyContext } from './reducer.ts'
import type { SlicePacer } from '../model/sliced-work.ts'
import type { BoardState } from '../state/state.ts'

/** Context in which a single change is applied. */
export interface Task {
  readonly draft: Draft
  readonly state: BoardState
  readonly kinds: Kinds
  readonly edit: Edit
  readonly actor: Actor
  readonly context: ApplyContext
  /** Authorizes the contents of containers; shared by all changes of the edit. */
  readonly contents: ContentsAuthorizer
  readonly pacer: SlicePacer
}
