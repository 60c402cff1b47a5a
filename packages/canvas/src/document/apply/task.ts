import type { Contents } from '../rules/contents.ts'
import type { Actor, Edit } from '../model/change.ts'
import type { Draft } from './draft.ts'
import type { Kinds } from '../kinds/kinds.ts'
import type { ApplyContext } from './reducer.ts'
import type { SlicePacer } from '../model/sliced-work.ts'
import type { BoardState } from '../state/state.ts'

/** What one change is applied with. */
export interface Task {
  readonly draft: Draft
  readonly state: BoardState
  readonly kinds: Kinds
  readonly edit: Edit
  readonly actor: Actor
  readonly context: ApplyContext
  /** Authorizes changes of containers for what is inside them; one for the whole edit. */
  readonly contents: Contents
  readonly pace: SlicePacer
}
