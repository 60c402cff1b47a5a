import {
  BoardState,
  boardSchemas,
  type BoardRecord,
  type Change,
  getChain,
  createReducer,
  type DocumentView,
  type Entry,
} from '@tavla/canvas/model'
import type { UndecidedCard } from '../../../platform/offline/undecided/cards.ts'
import { getText } from './card-text.ts'

/** Both sides of a card, as far as they can be drawn: the board's state, and this person's. */
export interface CardSides {
  readonly theirs: readonly Entry[]
  readonly mine: readonly Entry[]
  /** Texts of a single element on both sides; null if the card has no text. */
  readonly text: { readonly theirs: string; readonly mine: string } | null
}

const reducer = createReducer(boardSchemas)
/** At most this many elements are drawn. */
const maxDrawn = 60

export function getSides(card: UndecidedCard, document: DocumentView): CardSides {
  const ids = card.recordIds.slice(0, maxDrawn)
  const theirs = ids.flatMap((id) => getEntry(document, id))
  switch (card.type) {
    case 'delete':
      return { theirs, mine: [], text: null }
    case 'kept':
      return { theirs, mine: [], text: null }
    case 'fields': {
      const mine = theirs.map((entry) => ({ ...entry, record: applyFields(entry.record, card.fields) }))
      return { theirs, mine, text: getTexts(theirs, mine) }
    }
    case 'removed': {
      const mine = card.target.record ? [toEntry(card.target.record)] : []
      return { theirs: [], mine, text: getTexts([], mine) }
    }
    case 'rejected': {
      const mine = getRejectedEntries(
        card.outcomes.map(({ changes }) => changes),
        ids,
        document,
      )
      return { theirs, mine, text: getTexts(theirs, mine) }
    }
  }
}

/** Applies refused edits to a copy of the affected records, without checking rights. */
function getRejectedEntries(
  edits: readonly (readonly Change[])[],
  ids: readonly string[],
  document: DocumentView,
): readonly Entry[] {
  const state = new BoardState()
  const copy = (id: string): void => {
    for (const record of getChain(document, id))
      for (const entry of getEntry(document, record.id)) state.write(record.id, withoutLock(entry))
  }
  ids.forEach(copy)
  for (const change of edits.flat())
    if (change.op === 'put' && change.record.parent !== null) copy(change.record.parent)
  edits.forEach((changes, i) => {
    const edit = { id: `preview:${i + 1}`, base: i, mark: '', changes }
    const context = { seq: i + 1, ref: i + 1, writer: () => undefined, removed: () => undefined }
    reducer.apply(state, edit, { uid: '', role: 'owner' }, context)
  })
  return ids.flatMap((id) => state.entry(id) ?? []).filter(({ record }) => record.kind !== 'page')
}

/** Refused edits are drawn also if a lock or a frame's role was the reason. */
function withoutLock(entry: Entry): Entry {
  const {
    lock: _lock,
    role: _role,
    ...record
  } = entry.record as BoardRecord & Readonly<Record<string, unknown>>
  return { ...entry, record: record as BoardRecord }
}

function applyFields(
  record: BoardRecord,
  fields: readonly { readonly field: string; readonly mine: unknown }[],
): BoardRecord {
  return { ...record, ...Object.fromEntries(fields.map(({ field, mine }) => [field, mine])) }
}

function getEntry(document: DocumentView, id: string): readonly Entry[] {
  const record = document.get(id)
  return record ? [toEntry(record, document)] : []
}

function toEntry(record: BoardRecord, document?: DocumentView): Entry {
  return { record, clock: {}, pieces: document?.pieces(record.id) ?? [], open: false }
}

function getTexts(theirs: readonly Entry[], mine: readonly Entry[]): CardSides['text'] {
  if (mine.length !== 1 || theirs.length > 1) return null
  const texts = { theirs: getText(theirs[0]?.record), mine: getText(mine[0]?.record) }
  return texts.mine === '' && texts.theirs === '' ? null : texts
}
