import { boardSchemas, HistoryReplay, schemaVersions } from '@tavla/canvas/model'
import type { Change, AcceptedEdit } from '@tavla/canvas/model'
import { signal } from '@preact/signals-core'
import { expect, it } from 'vitest'
import { prepareRestoration, restore } from './restore.ts'

const recordIds = Array.from({ length: 3_000 }, (_, i) => `e${i}`)
const position = { parent: 'page-1', z: 'V', y: 0, w: 10, h: 10, r: 0 }
const appearance = { stroke: 'ink', fill: 'none', width: 2, dash: 'solid' }
const edit = (seq: number, changes: AcceptedEdit['changes']): AcceptedEdit => {
  return { seq, time: seq, by: 'ann', id: `ann:${seq}`, base: seq - 1, mark: `${seq}`, changes }
}

/** All elements, moved by the last edit. */
function getPast(): HistoryReplay {
  const replay = new HistoryReplay(boardSchemas, { seq: 0, schema: null, entries: [] })
  const page = { id: 'page-1', kind: 'page', parent: null, z: 'V', name: '' }
  const edits = [
    edit(1, [{ op: 'put', record: page }]),
    edit(
      2,
      recordIds.map((id, x) => ({ op: 'put', record: { id, kind: 'rect', ...position, ...appearance, x } })),
    ),
    edit(
      3,
      recordIds.map((id) => ({ op: 'patch', id, fields: { y: 5 } })),
    ),
  ]
  replay.extend([{ schema: schemaVersions(boardSchemas), edits }])
  replay.seek(replay.head)
  return replay
}

/** This clock advances by a whole slice on each read, so that the page gets its turn as often as possible. */
function createSlowClock(onTurn: () => void) {
  let now = 0
  const after = (_ms: number, action: () => void) => {
    onTurn()
    queueMicrotask(action)
    return () => undefined
  }
  const clock = { now: () => (now += 20), after }
  return { clock, signal: new AbortController().signal, onProgress: () => undefined }
}

function boardAt(replay: HistoryReplay) {
  const document = Object.assign(replay.state, { observe: () => () => undefined })
  return { document, actor: signal({ uid: 'ann', role: 'editor' as const }), seq: replay.head }
}

it('compares a large board in slices, with the same result as in one run', async () => {
  const replay = getPast()
  let turns = 0
  const found = await prepareRestoration(
    replay,
    2,
    boardAt(replay),
    { type: 'board' },
    createSlowClock(() => (turns += 1)),
  )
  expect(turns).toBeGreaterThan(10)
  expect(found.changes).toEqual(recordIds.map((id) => ({ op: 'patch', id, fields: { y: 0 } })))
})

it('starts again if the board changes meanwhile, and ends even if it never stops changing', async () => {
  const replay = getPast()
  const board = boardAt(replay)
  const found = await prepareRestoration(
    replay,
    2,
    board,
    { type: 'board' },
    createSlowClock(() => (board.seq += 1)),
  )
  expect(found.changes).toHaveLength(recordIds.length)
})

it('is applied in parts that form one undo step; if one is refused, those before are undone', async () => {
  const changes = recordIds.map((id): Change => ({ op: 'patch', id, fields: { y: 0 } }))
  const log: string[] = []
  const replica = {
    replayCached: () => undefined,
    undo: () => {
      log.push('undo')
      return []
    },
    edit: (part: readonly Change[], mark: string) => {
      log.push(`${part.length} ${mark}`)
      return log.length === 3 && part.length > 999 ? { refused: 'role' as const, message: '' } : undefined
    },
  }
  const refusal = await restore(
    replica,
    { changes, removed: new Map() },
    'm',
    createSlowClock(() => log.push('turn')),
  )
  expect([refusal?.refused, log]).toEqual(['role', ['1000 m', 'turn', '1000 m', 'undo']])
  log.length = 0
  expect(
    await restore(
      replica,
      { changes: changes.slice(0, 1_500), removed: new Map() },
      'm',
      createSlowClock(() => undefined),
    ),
  ).toBeUndefined()
  expect(log).toEqual(['1000 m', '500 m'])
})
