import {
  type Board,
  type BoardRecord,
  type Box,
  intersects,
  type LiveDocument,
  type Replica,
} from '@tavla/canvas'
import { getChain, isSuggestion, authorizeDecision } from '@tavla/canvas/model'
import type { SuggestionRecord } from '@tavla/canvas/model'
import { useEffect, useMemo, useState } from 'react'
import { useSignal } from '../../platform/dom/use-signal.ts'
import { boardKinds, useBoard } from '../board-panels/index.ts'

/** A suggestion for this person: their own, or one that they can decide. */
export interface OpenSuggestion {
  readonly record: SuggestionRecord
  /** The element with the suggested changes, as it is drawn; null if it would be deleted, or only its text changed. */
  readonly ghost: BoardRecord | null
  /** Its position in page units; null if there is nothing to draw. */
  readonly box: (Box & { readonly r: number }) | null
  readonly page: string
  /** Kind of the element. */
  readonly kind: string
  readonly isOwn: boolean
  readonly canDecide: boolean
  /** The element was deleted in the meantime. */
  readonly isRemoved: boolean
}

/** Open suggestions for this person, oldest first; updated when they, their elements or the rights change. */
export function useOpenSuggestions(): readonly OpenSuggestion[] {
  const { board, replica } = useBoard()
  const revision = useSuggestionRevision(board.document)
  const actor = useSignal(replica.actor)
  return useMemo(() => {
    void [revision, actor]
    return listOpenSuggestions(board, replica)
  }, [board, replica, revision, actor])
}

/** Incremented when suggestions or their elements change. */
function useSuggestionRevision(document: LiveDocument): number {
  const [revision, setRevision] = useState(0)
  useEffect(() => {
    let watched = listWatched(document)
    return document.observe((change) => {
      const before = watched
      watched = listWatched(document)
      const hasOtherIds = watched.size !== before.size || [...watched].some((id) => !before.has(id))
      const isAffected = watched.size > 0 && [...watched].some((id) => change.ids.has(id))
      if (hasOtherIds || isAffected || (change.whole && watched.size > 0)) setRevision((n) => n + 1)
    })
  }, [document])
  return revision
}

function listWatched(document: LiveDocument): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const id of document.suggestionIds()) {
    const record = document.get(id)
    if (!isSuggestion(record)) continue
    ids.add(id)
    ids.add(record.target)
  }
  return ids
}

type SuggestionBoard = Pick<Board, 'document' | 'scene'>

function listOpenSuggestions(
  board: SuggestionBoard,
  replica: Pick<Replica, 'actor'>,
): readonly OpenSuggestion[] {
  const actor = replica.actor.peek()
  const open: OpenSuggestion[] = []
  for (const id of board.document.suggestionIds()) {
    const record = board.document.get(id)
    if (!isSuggestion(record)) continue
    const isOwn = record.by === actor.uid
    const canDecide = authorizeDecision(board.document, boardKinds, record, actor) === undefined
    if (isOwn || canDecide) open.push({ record, isOwn, canDecide, ...getAppearance(record, board) })
  }
  return open.sort((a, b) => a.record.made - b.record.made || (a.record.id < b.record.id ? -1 : 1))
}

function getAppearance(
  record: SuggestionRecord,
  { document, scene }: SuggestionBoard,
): Pick<OpenSuggestion, 'ghost' | 'box' | 'page' | 'kind' | 'isRemoved'> {
  const { action, target, shape, fields, parent } = record
  const present = document.get(target)
  const isRemoved = action !== 'add' && !present
  const kind = present?.kind ?? shape ?? ''
  const ghost = getGhost(record, present)
  const shown = ghost ?? present
  const bounds = shown && (getPosition(shown) ?? getBounds(target, scene))
  const page = action === 'add' || !present ? undefined : [...getChain(document, target)].at(-1)?.id
  const isDrawn = ghost && action !== 'remove' && Object.keys(fields).length > 0
  return { ghost: isDrawn ? ghost : null, box: bounds ?? null, page: page ?? parent, kind, isRemoved }
}

function getGhost(record: SuggestionRecord, present: BoardRecord | undefined): BoardRecord | null {
  const { id, action, shape, fields, by } = record
  if (action === 'add')
    return { ...fields, id: `ghost-${id}`, kind: shape, by, made: 0 } as unknown as BoardRecord
  if (!present || action === 'remove') return null
  const set = Object.entries(fields).filter(([name, value]) => value !== null || name === 'text')
  const cleared = Object.keys(fields).filter((name) => fields[name] === null && name !== 'text')
  const rest = Object.fromEntries(Object.entries(present).filter(([name]) => !cleared.includes(name)))
  const ghost = { ...rest, ...Object.fromEntries(set), id: `ghost-${id}` } as unknown as BoardRecord
  if (fields['text'] === undefined || isApart(ghost, present)) return ghost
  // Two texts over each other could not be read; the tag and the list show the suggested one.
  const isMore = Object.keys(fields).length > 1
  return isMore ? ({ ...ghost, text: present['text'] } as unknown as BoardRecord) : null
}

function isApart(ghost: BoardRecord, present: BoardRecord): boolean {
  const [to, from] = [getPosition(ghost), getPosition(present)]
  return !!to && !!from && !intersects(to, from)
}

function getPosition(record: BoardRecord): (Box & { r: number }) | undefined {
  const { x, y, w, h, r } = record
  const hasBox = [x, y, w, h].every((value) => typeof value === 'number')
  return hasBox ? ({ x, y, w, h, r: typeof r === 'number' ? r : 0 } as Box & { r: number }) : undefined
}

function getBounds(id: string, scene: Board['scene']): (Box & { r: number }) | undefined {
  const bounds = scene.getBounds(id)
  return bounds && { x: bounds.x, y: bounds.y, w: bounds.w, h: bounds.h, r: 0 }
}
