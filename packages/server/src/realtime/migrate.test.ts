import { boardSchemas, encodeAcceptedEdit, isRefusal } from '@tavla/canvas/model'
import type { Change, Edit, ShapeSchema } from '@tavla/canvas/model'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'
import { manualClock } from '../ports/clock/manual.ts'
import { systemClock } from '../ports/clock/system-clock.ts'
import { type TestDatabase, testDatabase } from '../testing/databases.ts'
import { Checkpoints } from './checkpoints/checkpoint.ts'
import { appendToJournal, schemaNumber } from './journal/journal.ts'
import { startLeases } from './journal/lease.ts'
import { loadBoard } from './room/load.ts'
import { type BoardModel, getBoardModel } from './model.ts'
import { addSpace } from './testing/space-rows.ts'
import { rect } from './testing/tab.ts'
import { realtimeLimits } from './realtime-limits.ts'
import { SlicedEdits } from './edits/sliced-edits.ts'
import { WorkTurn } from './work-turn.ts'

let place: TestDatabase
let db: Database
const clock = manualClock()
const random = (): number => 0.5
let names = 0
const newId = (): string => `n${(names += 1)}`

/** Version 2 counts every radius one higher, so that a step taken twice shows. */
const older = getBoardModel(boardSchemas)
const newer = getBoardModel(
  boardSchemas.map((schema): ShapeSchema => (schema.kind === 'rect' ? withStep(schema) : schema)),
)

function withStep(schema: ShapeSchema): ShapeSchema {
  const step: ShapeSchema['migrations'][number] = (props) =>
    typeof props['radius'] === 'number' ? { ...props, radius: props['radius'] + 1 } : props
  return { ...schema, version: schema.version + 1, migrations: [...schema.migrations, step] }
}

beforeEach(async () => {
  place = await testDatabase('sqlite')
  db = await openDatabase({
    ...place,
    clock: systemClock,
    onFatal: () => undefined,
    onError: () => undefined,
  })
  await addSpace(db, { wid: 'w', owner: 'ada' })
})
afterEach(async () => {
  await db.close()
  await place.dispose()
})

async function load(model: BoardModel) {
  const schema = await schemaNumber(db, model.versions)
  const leases = await startLeases({
    db,
    clock,
    newId,
    name: null,
    secretCheck: '',
    alone: true,
    onLost: () => undefined,
  })
  const taken = await leases.take('w', newId())
  if (typeof taken === 'string') throw new Error(taken)
  const guard = { wid: 'w', fence: taken.fence, access: 1 }
  const loaded = await loadBoard({
    model,
    db,
    clock,
    guard,
    schema,
    head: taken.head,
    chain: taken.chain,
    owner: 'ada',
    newId,
    random,
    turn: new WorkTurn(clock, realtimeLimits.workPerTurn),
  })
  return { ...loaded, guard, schema }
}

type Loaded = Awaited<ReturnType<typeof load>>

async function take({ board, guard, schema, chain }: Loaded, name: string, change: Change): Promise<number> {
  const edit: Edit = { id: `${name}:1`, base: board.seq, mark: name, changes: [change] }
  const outcome = board.apply(edit, { uid: 'ada', role: 'owner' }, 5)
  if (isRefusal(outcome)) throw new Error(outcome.message)
  const { seq } = board
  const bytes = encodeAcceptedEdit({ ...edit, seq, time: 5, by: 'ada', changes: outcome.taken })
  const entry = { seq, time: 5, uid: 'ada', tab: name, counter: 1, schema, bytes, chain: `${name}-${seq}` }
  expect(await appendToJournal(db, { ...guard, chain }, [entry])).toBe('appended')
  return seq
}

/** A server of this version dies right after it took a rectangle: journaled, not checkpointed. */
async function putAndDie(model: BoardModel, id: string): Promise<void> {
  await take(await load(model), id, { op: 'put', record: rect(id, { radius: 10 }) })
}

function getRadii({ board }: Loaded): Record<string, unknown> {
  const ids = [...board.state.ids()].filter((id) => id !== 'page-1')
  return Object.fromEntries(ids.map((id) => [id, board.state.get(id)?.['radius']]))
}

/** Radii by record, as somebody would find them who opens the board in this version; the server then dies. */
async function found(model: BoardModel): Promise<Record<string, unknown>> {
  return getRadii(await load(model))
}

async function checkpoint(model: BoardModel): Promise<void> {
  const { board, chunks, guard, schema, checkpoint: last } = await load(model)
  const whenCommitted = (act: () => void): void => act()
  const onError = (_message: string, error: unknown): void => {
    throw error
  }
  const checkpoints = new Checkpoints({
    db,
    clock,
    guard,
    schema,
    board,
    chunks,
    slices: new SlicedEdits(new WorkTurn(clock, realtimeLimits.workPerTurn), (error) => onError('', error)),
    last,
    whenCommitted,
    onError,
  })
  await checkpoints.save()
  checkpoints.stop()
}

test('a board of an older version is migrated once, whatever dies meanwhile', async () => {
  await putAndDie(older, 'first')
  await putAndDie(older, 'second')
  expect(await found(older)).toEqual({ first: 10, second: 10 })
  expect(await found(newer)).toEqual({ first: 11, second: 11 })
  // The journal goes on in the new version; what was written before must not take the step again, nor what comes now.
  await putAndDie(newer, 'third')
  expect(await found(newer)).toEqual({ first: 11, second: 11, third: 10 })
  expect(await found(newer)).toEqual({ first: 11, second: 11, third: 10 })
})

test('checkpoints of either version and none give the same board', async () => {
  await putAndDie(older, 'first')
  await checkpoint(older)
  await putAndDie(older, 'second')
  await putAndDie(newer, 'third')
  const all = { first: 11, second: 11, third: 10 }
  expect(await found(newer)).toEqual(all)
  await checkpoint(newer)
  expect(await found(newer)).toEqual(all)
  await db.sql.updateTable('checkpoints').set({ hash: 'broken' }).execute()
  expect(await found(newer)).toEqual(all)
})

test('a record removed in an older version is restored in the current one', async () => {
  await putAndDie(older, 'first')
  const removedAt = await take(await load(older), 'removal', { op: 'remove', ids: ['first'] })
  await checkpoint(newer)
  const loaded = await load(newer)
  const edit: Edit = {
    id: 'undo:1',
    base: removedAt,
    mark: 'u',
    changes: [{ op: 'restore', ids: ['first'], removedAt }],
  }
  const needs = loaded.board.needs(edit)
  if (needs) await loaded.board.fetch(needs)
  await take(loaded, 'undo', { op: 'restore', ids: ['first'], removedAt })
  expect(getRadii(loaded)).toEqual({ first: 11 })
  expect(await found(newer)).toEqual({ first: 11 })
})
