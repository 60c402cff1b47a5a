import { signal } from '@preact/signals-core'
import { createReplica, type ImportedDrawing, type ImportedVersion, type Replica } from '@tavla/canvas'
import {
  type AcceptedEdit,
  boardSchemas,
  BoardState,
  createReducer,
  decodeEdit,
  encodeBatch,
  HistoryReplay,
  isRefusal,
  type NewRecord,
  type RemovedEntry,
  schemaVersions,
} from '@tavla/canvas/model'
import { expect, test } from 'vitest'
import { clock } from '../../../platform/dom/clock.ts'
import { BoardLeft } from './board-left.ts'
import { canRestoreVersions, isBrokenOff, restoreVersions, type VersionBoard } from './restore-versions.ts'

const firstPage = { id: 'page', kind: 'page', parent: null, z: 'a', name: '' }
const box = { x: 0, y: 0, w: 100, h: 80, r: 0 }
const getRecord = (kind: string, fields: { readonly id: string } & Readonly<Record<string, unknown>>) =>
  ({
    ...(kind === 'page' ? { parent: null, name: '' } : { ...box, parent: 'p' }),
    ...boardSchemas.find((schema) => schema.kind === kind)?.defaults,
    z: fields.id,
    kind,
    ...fields,
  }) as NewRecord
const page = getRecord('page', { id: 'p' })
const getVersion = (name: string, ...records: readonly NewRecord[]): ImportedVersion => ({
  name,
  records: [page, ...records],
  pieces: new Map(),
  images: [],
})
const getDrawing = (versions: readonly ImportedVersion[], ...records: readonly NewRecord[]) =>
  ({ ...getVersion('', ...records), versions }) as unknown as ImportedDrawing & {
    readonly versions: readonly ImportedVersion[]
  }

interface TestBoard extends VersionBoard {
  readonly replica: Replica
  readonly names: Map<string, { readonly seq: number; readonly name: string }>
  /** The records of elements at a version, by kind and x. */
  getContent(seq?: number): readonly string[]
}

/** A board whose server answers each edit at once. */
function createTestBoard(
  role: 'editor' | 'viewer' = 'editor',
  records: readonly NewRecord[] = [],
): TestBoard {
  const reducer = createReducer(boardSchemas)
  const state = new BoardState()
  const journal: AcceptedEdit[] = []
  const removed = new Map<string, RemovedEntry>()
  const take = (
    by: string,
    {
      id,
      base,
      mark,
      changes,
    }: Pick<AcceptedEdit, 'id' | 'base' | 'mark'> & {
      readonly changes: Parameters<typeof reducer.apply>[1]['changes']
    },
  ) => {
    // prettier-ignore
    const seq = journal.length + 1
    const context = {
      seq,
      ref: seq,
      writer: (at: number) => ({ uid: journal[at - 1]?.by ?? '', time: 0 }),
      removed: (at: number, id: string) => removed.get(`${at}/${id}`),
      now: 0,
    }
    const outcome = reducer.apply(state, { id, base, mark, changes }, { uid: by, role: 'owner' }, context)
    if (isRefusal(outcome)) throw new Error(outcome.message)
    for (const entry of outcome.removed) removed.set(`${seq}/${entry.record.id}`, entry)
    journal.push({ seq, time: 0, by, id, base, mark, changes: outcome.taken })
  }
  const first = [firstPage, ...records].map((record) => ({ op: 'put' as const, record }))
  take('ann', { id: 'ann:1', base: 0, mark: 'm', changes: first })
  const replica = createReplica({
    kinds: boardSchemas,
    actor: { uid: 'me', role },
    tab: 'test',
    outbox: { load: async () => [], add: async () => undefined, remove: async () => undefined },
    link: {
      sendEdit(bytes) {
        const { edit } = decodeEdit(bytes)
        queueMicrotask(() => {
          take('me', edit)
          const { length } = journal
          replica.receive.ack([{ id: edit.id, seq: length, skipped: [] }])
          replica.receive.batch(encodeBatch({ from: length, to: length, edits: journal.slice(-1) }))
        })
        return true
      },
      need: () => true,
      rejoin: () => undefined,
      missedDeletesSeen: () => undefined,
    },
    clock,
  })
  replica.receive.welcome({ seq: 1, role, tail: encodeBatch({ from: 1, to: 1, edits: journal }), chunks: [] })
  const names = new Map<string, { readonly seq: number; readonly name: string }>()
  return {
    replica,
    names,
    files: { transfers: signal([]), discard: () => undefined },
    isOnline: signal(true),
    nameVersion(seq, name) {
      names.set(`n${seq}`, { seq, name })
      return Promise.resolve(`n${seq}`)
    },
    removeName: (id) => Promise.resolve(names.delete(id)),
    countVersions: () => Promise.resolve(names.size),
    keepRestoration: (_file, restore) => restore('a'),
    getContent(seq = journal.length) {
      const replay = new HistoryReplay(boardSchemas, { seq: 0, schema: null, entries: [] })
      replay.extend([{ schema: schemaVersions(boardSchemas), edits: journal }])
      replay.seek(seq)
      const all = [...replay.state.ids()].map((id) => replay.state.get(id)!)
      return all
        .map(({ kind, x, file }) => [kind, x, file].filter((part) => part !== undefined).join(' '))
        .sort()
    },
  }
}

const progress = ({ signal } = new AbortController()) => ({
  restoration: 'a',
  signal,
  onProgress: () => undefined,
})
const rect = (x: number) => getRecord('rect', { id: 'r', x })
const sticky = getRecord('sticky', { id: 's', x: 9 })
const threeVersions = getDrawing(
  [getVersion('One', rect(1)), getVersion('Two', rect(2), sticky), getVersion('Three', sticky)],
  rect(4),
)

test('versions are named where the board is as it was, and the board itself comes last', async () => {
  const board = createTestBoard()
  const restored = await restoreVersions(threeVersions, board, progress())
  expect(restored?.count).toBe(3)
  const named = [...board.names.values()].map(({ seq, name }) => [name, board.getContent(seq)])
  expect(named).toEqual([
    ['One', ['page', 'rect 1']],
    ['Two', ['page', 'rect 2', 'sticky 9']],
    ['Three', ['page', 'sticky 9']],
  ])
  expect(board.replica.document.get(restored!.ids.get('r')!)?.['x']).toBe(4)
})

/** A board whose import ends for this reason while its first version is named. */
function abortWhenNaming(board: TestBoard, controller: AbortController, reason?: Error): VersionBoard {
  return {
    ...board,
    nameVersion(seq, text, aborted) {
      controller.abort(reason)
      return board.nameVersion(seq, text, aborted)
    },
  }
}

test('cancelling leaves off the versions that are still to come, and the board is whole', async () => {
  const board = createTestBoard()
  const controller = new AbortController()
  const cancelling = abortWhenNaming(board, controller)
  const restored = await restoreVersions(threeVersions, cancelling, progress(controller))
  expect([restored?.count, [...board.names.values()].map((one) => one.name)]).toEqual([1, ['One']])
  const content = ['page', 'rect 4']
  await expect.poll(() => board.getContent()).toEqual(content)
  // The page, two edits, and nothing of the second version.
  expect([1, 2, 3].map((seq) => board.getContent(seq))).toEqual([['page'], ['page', 'rect 1'], content])
  expect(board.replica.document.get(restored!.ids.get('r')!)?.['x']).toBe(4)
})

test('a board that is left meanwhile is completed later; what others added to it stays', async () => {
  const board = createTestBoard()
  const controller = new AbortController()
  const leaving = abortWhenNaming(board, controller, new BoardLeft())
  await expect(restoreVersions(threeVersions, leaving, progress(controller))).rejects.toThrow(BoardLeft)
  expect(board.getContent()).toEqual(['page', 'rect 1'])
  const { signal: notAborted } = new AbortController()
  expect(await isBrokenOff(board, 'b', notAborted)).toBe(false)
  expect(await isBrokenOff(board, 'a', notAborted)).toBe(true)

  const shown = board.replica.document.childIds(null)[0]!
  const added = { ...box, ...sticky, id: 'theirs', parent: shown }
  board.replica.edit([{ op: 'put', record: added }], 'mark')
  const restored = await restoreVersions(threeVersions, board, progress())
  expect(restored?.count).toBe(1)
  await expect.poll(() => board.getContent()).toEqual(['page', 'rect 4', 'sticky 9'])
  expect(board.names.size).toBe(1)
})

test('when the server names no more, the board comes in without the others', async () => {
  const board = createTestBoard()
  const full: VersionBoard = { ...board, nameVersion: () => Promise.reject(new Error('full')) }
  const restored = await restoreVersions(threeVersions, full, progress())
  expect(restored?.count).toBe(0)
  expect(board.replica.document.get(restored!.ids.get('r')!)?.['x']).toBe(4)
})

test('a version that the board refuses is left off alone; a refused board changes nothing', async () => {
  const nowhere = getRecord('rect', { id: 'lost', parent: 's' })
  const board = createTestBoard()
  const versions = [
    getVersion('One', rect(1)),
    getVersion('Bad', sticky, nowhere),
    getVersion('Two', rect(2)),
  ]
  const restored = await restoreVersions(getDrawing(versions, rect(4)), board, progress())
  expect([restored?.count, [...board.names.values()].map(({ name }) => name)]).toEqual([2, ['One', 'Two']])

  const other = createTestBoard()
  expect(await restoreVersions(getDrawing(versions, sticky, nowhere), other, progress())).toBeNull()
  expect(other.names.size).toBe(0)
  await expect.poll(() => other.getContent()).toEqual(['page'])
})

test('a version is named once its files are on the server, and later ones name them too', async () => {
  const board = createTestBoard()
  const transfers = signal([{ id: 'local:a', name: 'a', share: undefined }])
  const discarded: string[] = []
  const picture = (x: number) => getRecord('image', { id: 'i', x, file: 'local:a' })
  const unseen = getRecord('image', { id: 'j', file: 'local:b', parent: 's' })
  const versions = [getVersion('One', picture(1)), getVersion('Bad', sticky, unseen)]
  const restoring = restoreVersions(
    getDrawing(versions, picture(2)),
    { ...board, files: { transfers, discard: (id) => void discarded.push(id) } },
    progress(),
  )
  await new Promise((resolve) => setTimeout(resolve))
  expect(board.names.size).toBe(0)
  const { document } = board.replica
  const image = [...document.ids()].find((id) => document.get(id)?.kind === 'image')!
  board.replica.amend([{ op: 'patch', id: image, fields: { file: 'stored' } }])
  transfers.value = []
  await restoring
  const [named] = board.names.values()
  expect(board.getContent(named!.seq)).toEqual(['image 1 stored', 'page'])
  await expect.poll(() => board.getContent()).toEqual(['image 2 stored', 'page'])
  expect(discarded).toContain('local:b')
})

test('versions are restored on an empty board only, online, by people who may name them', () => {
  expect(canRestoreVersions(createTestBoard())).toBe(true)
  expect(canRestoreVersions(createTestBoard('viewer'))).toBe(false)
  expect(canRestoreVersions({ ...createTestBoard(), isOnline: signal(false) })).toBe(false)
  expect(canRestoreVersions(createTestBoard('editor', [{ ...rect(1), parent: 'page' }]))).toBe(false)
  expect(canRestoreVersions(createTestBoard('editor', [page]))).toBe(false)
})
