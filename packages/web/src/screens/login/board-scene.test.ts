import { boardSchemas, createReducer, BoardState, isRefusal } from '@tavla/canvas/model'
import { expect, it } from 'vitest'
import { createSceneRecords } from './board-scene.ts'

const texts = { title: 'T', idea: 'I', drag: 'D', together: 'G', ask: 'A', yes: 'Y' }

it('is accepted by the reducer', () => {
  const changes = createSceneRecords(texts).map((record) => ({ op: 'put' as const, record }))
  const outcome = createReducer(boardSchemas).apply(
    new BoardState(),
    { id: 'tab:1', base: 0, mark: 'm', changes },
    { uid: 'u', role: 'editor' },
    { seq: 1, ref: 1, writer: () => undefined, removed: () => undefined, now: 0 },
  )
  expect(isRefusal(outcome) ? outcome : 'taken').toBe('taken')
})
