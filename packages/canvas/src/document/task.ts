import type { Actor, Edit } from './change.ts'
import type { Draft } from './draft.ts'
import type { Kinds } from './fields.ts'
import type { ApplyContext } from './reducer.ts'
import type { BoardState } from './state.ts'

/** What one change is applied with. */
export interface Task {
  readonly draft: Draft
  readonly state: BoardState
  readonly kinds: Kinds
  readonly edit: Edit
  readonly actor: Actor
  readonly context: ApplyContext
}
