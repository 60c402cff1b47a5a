import { expect, test } from 'vitest'
import { patch, put, TestRoom } from '../../testing/test-room.ts'
import type { Change } from '../model/change.ts'
import { estimateCost, type EditCost } from './edit-cost.ts'

const inside = Array.from({ length: 300 }, (_, index) => `in${index}`)
const typed = (count: number): Change => ({
  op: 'text',
  id: 'note',
  steps: Array.from({ length: count }, () => ({
    stepType: 'replace',
    from: 1,
    to: 1,
    slice: { content: [{ type: 'text', text: 'x' }] },
  })),
})
const getText = (paragraphs: number): unknown => ({
  type: 'doc',
  content: Array.from({ length: paragraphs }, () => ({
    type: 'paragraph',
    content: [{ type: 'text', text: 'some words' }],
  })),
})

/** A note on a page, and a frame with a group that holds 300 boxes. */
class Scene extends TestRoom {
  constructor(paragraphs = 1) {
    super()
    this.take('ann', 'editor', [put('note', 'box', { text: getText(paragraphs) }), put('frame', 'frame')])
    this.take('ann', 'editor', [
      { op: 'put', record: { id: 'group', kind: 'group', parent: 'frame', z: 'V' } },
      ...inside.map((id) => put(id, 'box', { parent: 'group' })),
    ])
  }

  estimate(changes: readonly Change[], base = this.seq, limit = 1e6): EditCost {
    const edit = { id: 'ann:99', base, mark: 'm', changes }
    return estimateCost(edit, 'ann', { state: this.state, kinds: this.reducer.kinds }, limit)
  }

  records(...changes: readonly Change[]): number {
    return this.estimate(changes).records
  }
}

test('an edit costs by the number of records and fields', () => {
  const scene = new Scene()
  expect(scene.records()).toBe(0)
  const one = scene.records(put('new'))
  expect(scene.records(put('new'), put('other'))).toBe(2 * one)
  const field = scene.records(patch('note', { x: 1 }))
  expect(scene.records(patch('note', { x: 1, y: 1, w: 1 }))).toBe(3 * field)
  expect(scene.records({ op: 'restore', ids: inside, removedAt: 1 })).toBe(300 * one)
  expect(scene.records(patch('gone', { x: 1 }))).toBeLessThan(field)
})

test('moving a container costs by all its contents; renaming it does not', () => {
  const scene = new Scene()
  const renamed = scene.records(patch('frame', { role: null }))
  const moved = scene.records(patch('frame', { x: 1 }))
  expect(moved - renamed).toBe(301)
  expect(scene.records(patch('group', { parent: 'page' })) - renamed).toBe(300)
  expect(scene.records(patch('page', { z: 'W' }))).toBe(renamed)
  const translated = (id: string): number => scene.records({ op: 'translate', ids: [id], dx: 1, dy: 1 })
  expect(translated('frame') - translated('note')).toBe(301)
  const removed = (id: string): number => scene.records({ op: 'remove', ids: [id] })
  expect(removed('frame')).toBe(302 * removed('note'))
})

test('repeated moves of one container are all counted, and counting stops soon after the limit', () => {
  const scene = new Scene()
  const again = Array.from({ length: 10_000 }, (_, x) => patch('frame', { x }))
  const { records } = scene.estimate(again, scene.seq, 3_000)
  expect(records).toBeGreaterThan(3_000)
  expect(records).toBeLessThan(4_000)
})

test('a long order key costs by the neighbours that the server may respace', () => {
  const scene = new Scene()
  const short = scene.records(patch('in1', { z: 'W' }))
  expect(scene.records(patch('in1', { z: 'V'.repeat(100) })) - short).toBeGreaterThan(100)
})

test('text steps cost by their number and the size of the text', () => {
  const [small, large] = [new Scene(1), new Scene(400)]
  const text = (scene: Scene, steps: number): number => scene.estimate([typed(steps)]).text
  expect(text(small, 20)).toBeGreaterThan(15 * text(small, 1))
  expect(text(large, 20)).toBeGreaterThan(5 * text(small, 20))
  expect(small.estimate([typed(20)]).rebase).toBe(0)
})

test('steps on an old base cost by the steps of others since, and own pending ones', () => {
  const scene = new Scene()
  const base = scene.seq
  scene.take('bob', 'editor', [typed(10)])
  const few = scene.estimate([typed(10)], base).rebase
  for (let time = 0; time < 9; time += 1) scene.take('bob', 'editor', [typed(10)])
  const many = scene.estimate([typed(10)], base).rebase
  expect(few).toBeGreaterThan(0)
  expect(many).toBeGreaterThan(8 * few)
  expect(scene.estimate([typed(100)], base).rebase).toBeGreaterThan(8 * many)
  expect(scene.estimate([typed(10)]).rebase).toBe(0)
})
