import type { Actor, Edit, Refusal } from '../model/change.ts'
import type { Kinds } from '../kinds/kinds.ts'
import { allowsSuggestions, settingsSchema } from '../kinds/settings.ts'
import { isSuggestion, type SuggestionRecord, suggestionSchema } from '../kinds/suggestion.ts'
import { MAX_SUGGESTIONS, MAX_SUGGESTIONS_EACH } from '../model/limits.ts'
import type { BoardRecord, DocumentView, LiveDocument, RecordId } from '../model/record.ts'
import {
  getChain,
  isAtLeast,
  authorizeAuthor,
  authorizeControl,
  authorizePlacing,
  canEdit,
  canSuggest,
  refuse,
  refuseRole,
} from './rules.ts'
import type { BoardState } from '../state/state.ts'

/**
 * The refusal for sending such an edit at all, if any. Checked before any data is read for it: commenters can
 * only put, remove and restore suggestions. The rules of each change apply in addition.
 */
export function authorizeEdit(
  view: Pick<DocumentView, 'get'>,
  { changes }: Pick<Edit, 'changes'>,
  role: Actor['role'],
): Refusal | undefined {
  if (canEdit(role)) return undefined
  const isOnlySuggesting = changes.every(
    (change) =>
      change.op === 'remove' ||
      change.op === 'restore' ||
      (change.op === 'put' && change.record.kind === suggestionSchema.kind),
  )
  if (!canSuggest(role) || !isOnlySuggesting) return refuseRole()
  return allowsSuggestions(view) || changes.every((change) => change.op === 'remove')
    ? undefined
    : refuseSuggestions()
}

/** The refusal for making suggestions on this board, if any. */
export function authorizeSuggesting(
  view: Pick<DocumentView, 'get'>,
  role: Actor['role'],
): Refusal | undefined {
  if (!canSuggest(role)) return refuseRole()
  return allowsSuggestions(view) ? undefined : refuseSuggestions()
}

function refuseSuggestions(): Refusal {
  return refuse('suggestions_off', undefined, 'this board takes no suggestions')
}

/**
 * The refusal for accepting or rejecting the suggestion, if any: it requires the right to make the proposed
 * change and to remove locks in its way.
 */
export function authorizeDecision(
  view: DocumentView,
  kinds: Kinds,
  suggestion: SuggestionRecord,
  actor: Actor,
): Refusal | undefined {
  if (!canEdit(actor.role)) return refuse('role', suggestion.id, 'this role decides nothing')
  if (suggestion.action === 'add') {
    const container = view.get(proposedParent(suggestion) ?? '') ?? view.get(suggestion.parent)
    const isContainer = container && kinds.get(container.kind)?.container
    return isContainer
      ? authorizePlacing(view, kinds, container, actor)
      : refuse('parent', suggestion.id, 'its page is gone')
  }
  const target = view.get(suggestion.target)
  if (target)
    return authorizeAuthor(view, kinds, target, actor) ?? authorizeUnlocking(view, kinds, target, actor)
  return isAtLeast(actor.role, 'editor')
    ? undefined
    : refuse('not_yours', suggestion.id, 'what it would change is gone')
}

/** Authors can withdraw a suggestion, people who can decide it can reject it. */
export function authorizeSuggestionRemoval(
  view: DocumentView,
  kinds: Kinds,
  suggestion: SuggestionRecord,
  actor: Actor,
): Refusal | undefined {
  if (suggestion.by === actor.uid && canSuggest(actor.role)) return undefined
  return authorizeDecision(view, kinds, suggestion, actor)
}

/** Board settings require the admin role. */
export function authorizeSettings(
  record: Pick<BoardRecord, 'id' | 'kind'>,
  { role }: Actor,
): Refusal | undefined {
  if (record.kind !== settingsSchema.kind || isAtLeast(role, 'admin')) return undefined
  return refuse('role', record.id, 'settings of the board are for admins')
}

/** Checks the locks of the record and of its enclosing groups, each with the role needed to unlock it. */
function authorizeUnlocking(
  view: DocumentView,
  kinds: Kinds,
  target: BoardRecord,
  actor: Actor,
): Refusal | undefined {
  for (const record of listLocks(view, kinds, target)) {
    const refusal = authorizeControl(view, kinds, record, 'lock', null, actor)
    if (refusal) return refusal
  }
  return undefined
}

/** Records whose locks prevent changes of this one, starting with the record itself. */
export function listLocks(view: DocumentView, kinds: Kinds, target: BoardRecord): readonly BoardRecord[] {
  return [...getChain(view, target.id)].filter(
    (record) =>
      record['lock'] !== undefined &&
      (record.id === target.id || kinds.get(record.kind)?.container === 'group'),
  )
}

/** This user's open suggestion for the element. */
export function findOwnSuggestion(
  view: Pick<LiveDocument, 'get' | 'suggestionIds'>,
  target: RecordId,
  uid: string,
): SuggestionRecord | undefined {
  for (const id of view.suggestionIds()) {
    const record = view.get(id)
    if (isSuggestion(record) && record.target === target && record.by === uid && record.action === 'change')
      return record
  }
  return undefined
}

/** Target container named by the suggestion. */
export function proposedParent({ fields }: SuggestionRecord): RecordId | undefined {
  const parent = fields['parent']
  return typeof parent === 'string' ? parent : undefined
}

/** The refusal if the user or the board has too many open suggestions. */
export function authorizeSuggestionCount(state: BoardState, id: RecordId, uid: string): Refusal | undefined {
  const ids = state.suggestionIds()
  if (ids.size >= MAX_SUGGESTIONS) return refuse('limit', id, 'the board is full of suggestions')
  if (ids.size < MAX_SUGGESTIONS_EACH) return undefined
  let own = 0
  for (const other of ids) if (state.get(other)?.by === uid) own += 1
  return own >= MAX_SUGGESTIONS_EACH ? refuse('limit', id, 'too many open suggestions') : undefined
}
