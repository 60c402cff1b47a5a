import type { BoardEvent, BoardRecord, ReplicaEvent } from '@tavla/canvas'
import { expect, test } from 'vitest'
import { fakeClock } from '../../../platform/fake-clock.ts'
import { createBoardMessages } from './messages.ts'

function setUp() {
  const clock = fakeClock()
  let board: (event: BoardEvent) => void = () => {}
  let room: (event: ReplicaEvent) => void = () => {}
  const pasted: unknown[] = []
  const sent: unknown[] = []
  const base = { kind: 'rect', parent: 'page', z: 'V', made: 1 }
  const records: Record<string, BoardRecord> = {
    bos: { ...base, id: 'bos', by: 'bo', x: 10, y: 20 },
    locked: { ...base, id: 'locked', by: 'bo', lock: 'admin' },
  }
  const messages = createBoardMessages(
    {
      observe(listener) {
        board = listener
        return () => {}
      },
      insert: {
        splitIntoNotes: (id, lines) => void pasted.push([id, lines]),
        drawDiagram: (id, drawing) => void pasted.push([id, drawing.name]),
      },
    },
    {
      document: { get: (id) => records[id] },
      observe(listener) {
        room = listener
        return () => {}
      },
    },
    clock,
    () => null,
    { isOffered: (changes) => changes.length > 0, send: (changes) => void sent.push(changes) },
  )
  return {
    messages,
    clock,
    pasted,
    sent,
    board: (event: BoardEvent) => board(event),
    room: (event: ReplicaEvent) => room(event),
  }
}

test('a refusal is shown and disappears by itself', () => {
  const { messages, clock, board } = setUp()
  board({ type: 'refused', refusal: { refused: 'locked', message: '' } })
  expect(messages.shown.value).toEqual({ type: 'refused', reason: 'locked' })
  clock.pass(5_999)
  expect(messages.shown.value).not.toBeNull()
  clock.pass(1)
  expect(messages.shown.value).toBeNull()
})

test('a style that was copied or is used from now on is said, and nothing of other commands', () => {
  const { messages, board } = setUp()
  board({ type: 'ran', id: 'selectAll' })
  expect(messages.shown.value).toBeNull()
  board({ type: 'ran', id: 'copyStyle' })
  expect(messages.shown.value).toEqual({ type: 'done', command: 'copyStyle' })
  board({ type: 'ran', id: 'keepStyle' })
  expect(messages.shown.value).toEqual({ type: 'done', command: 'keepStyle' })
})

test('pasted lines can be split into notes for some time', () => {
  const { messages, board, pasted, clock } = setUp()
  board({ type: 'linesPasted', id: 'text', lines: ['a', 'b'] })
  clock.pass(10_000)
  const shown = messages.shown.value
  if (shown?.type === 'linesPasted') shown.split()
  expect(pasted).toEqual([['text', ['a', 'b']]])
  expect(messages.shown.value).toBeNull()
})

test('a diagram can be drawn in place of its text', () => {
  const { messages, board, pasted } = setUp()
  board({ type: 'diagramPasted', id: 'text', drawing: { name: 'clipboard.mmd', text: 'mindmap' } })
  const shown = messages.shown.value
  if (shown?.type === 'diagramPasted') shown.draw()
  expect(pasted).toEqual([['text', 'clipboard.mmd']])
  expect(messages.shown.value).toBeNull()
})

test('what can’t be pasted is said', () => {
  const { messages, board } = setUp()
  board({ type: 'notPasted', reason: 'too_large' })
  expect(messages.shown.value).toEqual({ type: 'notPasted', reason: 'too_large' })
})

test('the message that the server was restored from a backup stays until it is closed', () => {
  const { messages, clock, room, board } = setUp()
  room({ type: 'diverged' })
  clock.pass(60_000)
  board({ type: 'refused', refusal: { refused: 'locked', message: '' } })
  expect(messages.shown.value?.type).toBe('refused')
  messages.close()
  expect(messages.shown.value).toEqual({ type: 'diverged' })
  messages.close()
  expect(messages.shown.value).toBeNull()
})

test('the message about a refused container names whose elements are inside, or that something is locked', () => {
  const { messages, board } = setUp()
  const refuse = (id: string) => board({ type: 'refused', refusal: { refused: 'contents', id, message: '' } })
  refuse('bos')
  expect(messages.shown.value).toEqual({ type: 'refused', reason: 'contents', inside: { by: 'bo' } })
  refuse('locked')
  expect(messages.shown.value).toEqual({ type: 'refused', reason: 'contents', inside: 'locked' })
  refuse('unknown')
  expect(messages.shown.value).toEqual({ type: 'refused', reason: 'contents' })
})

test('the message about an undo without effect names whose changes block it, and offers to undo anyway', () => {
  const { messages, room } = setUp()
  let undone = 0
  const anyway = () => {
    undone += 1
    return []
  }
  room({ type: 'undoBlocked', by: 'bo', did: 'moved', ids: ['bos'], anyway })
  const message = messages.shown.value
  expect(message).toMatchObject({ type: 'undoBlocked', by: 'bo', did: 'moved' })
  if (message?.type === 'undoBlocked') message.anyway?.()
  expect([undone, messages.shown.value]).toEqual([1, null])
  room({ type: 'undoBlocked', by: null, did: 'deleted', ids: [], anyway: null })
  expect(messages.shown.value).toMatchObject({ by: null, anyway: null })
})

test('a refused change can be suggested, and repeated arrow keys count as one move', () => {
  const { messages, board, sent, clock } = setUp()
  const refusal = { refused: 'not_yours', message: '' } as const
  const step = (fields: Record<string, number>): void =>
    board({ type: 'refused', refusal, tried: [{ op: 'patch', id: 'bos', fields }] })
  step({ x: 11, y: 20 })
  step({ x: 11, y: 20 })
  step({ x: 10, y: 30 })
  clock.pass(10_000)
  const shown = messages.shown.value
  if (shown?.type === 'refused') shown.suggest?.()
  expect(sent).toEqual([[{ op: 'patch', id: 'bos', fields: { x: 12, y: 30 } }]])
  expect(messages.shown.value).toBeNull()
})
