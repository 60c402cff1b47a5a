import type { AcceptedEdit } from '../document/model/change.ts'
import { readKinds } from '../document/kinds/kinds.ts'
import { isBinding } from '../document/kinds/binding.ts'
import { isOutsideTree } from '../document/kinds/index.ts'
import { getClock } from '../document/apply/reducer.ts'
import { replay } from '../document/apply/replay.ts'
import { parseRichText } from '../document/text/rich-text.ts'
import { getChain } from '../document/rules/rules.ts'
import type { ShapeSchema } from '../document/model/schema.ts'
import { BoardState } from '../document/state/state.ts'
import { checkEnteredContent } from './fuzz-entered.ts'
import { demand } from './fuzz-failure.ts'
import type { FuzzClient } from './fuzz-client.ts'
import type { FuzzRoom } from './fuzz-room.ts'
import { snapshot } from './test-room.ts'

/** Invariants that hold at all times. */
export function checkAlways(room: FuzzRoom, clients: readonly FuzzClient[]): void {
  const journal = room.journal()
  const names = new Map(journal.map((edit) => [edit.id, edit.seq]))
  demand(names.size === journal.length, 'an edit went in twice')
  for (const client of clients) {
    for (const [id, seq] of client.acked) demand(names.get(id) === seq, `${id} was acknowledged and is gone`)
  }
}

/** Invariants that hold after everything was delivered. */
export function checkAtRest(
  room: FuzzRoom,
  clients: readonly FuzzClient[],
  schemas: readonly ShapeSchema[],
): void {
  checkAlways(room, clients)
  const journal = room.journal()
  const expected = fingerprint(room.state())
  const kinds = readKinds(schemas)
  for (const client of clients) {
    const { replica, uid } = client
    demand(!client.expectsDivergence, `${uid} was not told that the room was put back`)
    demand(client.unsaved === 0, `${uid} still has edits in the outbox`)
    demand(
      replica.saveState.value === 'saved' || replica.saveState.value === 'read-only',
      `${uid} is not saved`,
    )
    demand(replica.seq === journal.length, `${uid} is at ${replica.seq} of ${journal.length}`)
    demand(fingerprint(client.shown) === expected, `${uid} sees another board: ${difference(client, room)}`)
    for (const [seq, name] of client.announced) {
      const edit = journal[seq - 1]
      demand(
        edit !== undefined && `${edit.by} ${edit.id}` === name,
        `${uid} was told of ${name}, which never came to be`,
      )
    }
  }
  const alone = new BoardState()
  for (const edit of journal) replay(alone, kinds, edit)
  demand(fingerprint(alone) === expected, 'the journal alone gives another board')
  const { seq, state } = room.stored()
  for (const edit of journal.slice(seq)) replay(state, kinds, edit)
  demand(fingerprint(state) === expected, 'checkpoint and later edits give another board')
  checkInvariants(room.state(), schemas)
  checkUndo(journal, clients, schemas)
  for (const client of clients) checkEnteredContent(journal, client, clients, kinds)
}

function fingerprint(state: BoardState): string {
  return JSON.stringify(snapshot(state))
}

function difference(client: FuzzClient, room: FuzzRoom): string {
  const lines = (state: BoardState): string[] =>
    (snapshot(state) as unknown[]).map((line) => JSON.stringify(line))
  const mine = lines(client.shown)
  const theirs = lines(room.state())
  const extra = mine.filter((line) => !theirs.includes(line))
  const missing = theirs.filter((line) => !mine.includes(line))
  return `${extra.slice(0, 2).join(' ')} instead of ${missing.slice(0, 2).join(' ')}`
}

function checkInvariants(state: BoardState, schemas: readonly ShapeSchema[]): void {
  const kinds = readKinds(schemas)
  const byKind = new Map(schemas.map((schema) => [schema.kind, schema]))
  demand(state.childCount(null) > 0, 'no page is left')
  const seen = new Set<string>()
  const walk = (parent: string | null): void => {
    for (const id of state.childIds(parent)) {
      demand(!seen.has(id), `${id} is in two places`)
      seen.add(id)
      walk(id)
    }
  }
  walk(null)
  const outside = [...state.ids()].filter((id) => isOutsideTree(state.get(id)))
  demand(seen.size + outside.length === state.size, 'records hang in the air')
  for (const id of state.ids()) {
    const record = state.get(id)!
    const kind = kinds.get(record.kind)
    demand(kind !== undefined, `${id} is of no kind`)
    if (kind.container === 'group') demand(state.childCount(id) > 0, `${id} is an empty group`)
    if (isBinding(record)) {
      demand(state.has(record.parent) && state.has(record.target), `${id} binds nothing`)
      const boundSame = state
        .childIds(record.parent)
        .filter((other) => state.get(other)?.['end'] === record.end)
      demand(boundSame.length === 1, `${record.parent} has one end bound twice`)
    }
    demand([...getChain(state, id)].length < 40, `${id} is too deep`)
    const props = Object.fromEntries(
      Object.entries(record).filter(([name]) => Object.hasOwn(byKind.get(record.kind)!.props.shape, name)),
    )
    demand(byKind.get(record.kind)!.props.safeParse(props).success, `${id} breaks its schema`)
    if (record['text']) demand(parseRichText(record['text']) !== undefined, `${id} has no legal text`)
  }
}

/** Undo and redo change only what the same user wrote last; structural side effects are exempt. */
function checkUndo(
  journal: readonly AcceptedEdit[],
  clients: readonly FuzzClient[],
  schemas: readonly ShapeSchema[],
): void {
  const kinds = readKinds(schemas)
  const undoing = new Set(clients.flatMap((client) => [...client.undoing]))
  const state = new BoardState()
  const authors = new Map(journal.map((edit) => [edit.seq, edit.by]))
  for (const edit of journal) {
    if (undoing.has(edit.id)) {
      for (const change of edit.changes) {
        if (change.op !== 'patch') continue
        const entry = state.entry(change.id)
        for (const field of Object.keys(change.fields)) {
          if (!entry || field === 'parent' || field === 'z' || entry.record.kind === 'arrow') continue
          const writer = authors.get(getClock(entry, field))
          demand(
            writer === edit.by,
            `undo by ${edit.by} changed ${field} of ${change.id}, written by ${writer}`,
          )
        }
      }
    }
    replay(state, kinds, edit)
  }
}
