import { BoardState, type Ability, type Applied, type Change, isRefusal } from '@tavla/canvas/model'
import { testSchemas } from '@tavla/canvas/testing'
import { expect, test } from 'vitest'
import { Board } from '../board.ts'
import { getBoardModel } from '../model.ts'

const minute = 60_000
const place = { x: 0, y: 0, w: 10, h: 10, r: 0 }
const put = (id: string, kind = 'box'): Change => ({
  op: 'put',
  record: { id, kind, z: 'V', ...(kind === 'page' ? { parent: null } : { parent: 'page', ...place }) },
})
const patch = (id: string, fields: Readonly<Record<string, unknown>>): Change => ({ op: 'patch', id, fields })

/** A room's board with Bob's note, which Ann has put into a frame that an admin closes afterwards. */
class Scene {
  readonly board = new Board({
    model: getBoardModel(testSchemas),
    state: new BoardState(),
    seq: 0,
    random: () => 0.5,
    older: {
      replayFrom: () =>
        Promise.resolve({ since: 0, removedSince: 0, to: 0, removed: new Map(), texts: new Map() }),
      writers: () => Promise.resolve(new Map()),
    },
    touched: () => undefined,
  })
  now = 1_000_000
  #count = 0

  constructor() {
    this.take('boss', 'admin', [put('page', 'page'), put('f', 'frame')])
    this.take('bob', 'editor', [put('note')])
  }

  try(uid: string, role: Ability, changes: readonly Change[], mark = `m${this.#count}`) {
    this.#count += 1
    const edit = { id: `${uid}:${this.#count}`, base: this.board.seq, mark, changes }
    return this.board.apply(edit, { uid, role }, this.now)
  }

  take(uid: string, role: Ability, changes: readonly Change[], mark?: string): Applied {
    const outcome = this.try(uid, role, changes, mark)
    if (isRefusal(outcome)) throw new Error(outcome.message)
    return outcome
  }

  refused(uid: string, role: Ability, changes: readonly Change[]): string {
    const outcome = this.try(uid, role, changes)
    return isRefusal(outcome) ? outcome.refused : 'taken'
  }

  close(role: 'contributor' | 'viewer' = 'viewer'): void {
    this.take('boss', 'admin', [patch('f', { role })])
  }

  /** Ann moves Bob's note into the frame; answers what undoes it. */
  drop(): readonly Change[] {
    return undoing(this.take('ann', 'editor', [patch('note', { parent: 'f', x: 50 })]))
  }

  get(field: string): unknown {
    return this.board.state.get('note')?.[field]
  }
}

/** As a page sends it. */
function undoing({ inverse }: Applied): readonly Change[] {
  return inverse.map((change) => {
    if (change.op !== 'patch' && change.op !== 'translate') return change
    const { was: _was, ...sent } = change
    return sent
  })
}

test('an own action of the last ten minutes can be undone although its frame has been closed since', () => {
  for (const role of ['viewer', 'contributor'] as const) {
    const scene = new Scene()
    const undo = scene.drop()
    scene.close(role)
    scene.now += 10 * minute
    expect(scene.refused('ann', 'editor', [patch('note', { parent: 'page', x: 0 })])).not.toBe('taken')
    expect(scene.refused('ann', 'editor', undo)).toBe('taken')
    expect([scene.get('parent'), scene.get('x')]).toEqual(['page', 0])
  }
})

test('so can a deletion and a creation', () => {
  const scene = new Scene()
  scene.take('bob', 'editor', [patch('note', { parent: 'f' })])
  const deleted = undoing(scene.take('ann', 'editor', [{ op: 'remove', ids: ['note'] }]))
  const made = undoing(scene.take('ann', 'editor', [put('mine'), patch('mine', { parent: 'f' })]))
  scene.close()
  expect(scene.refused('ann', 'editor', deleted)).toBe('taken')
  expect(scene.refused('ann', 'editor', made)).toBe('taken')
  expect([scene.get('parent'), scene.board.state.has('mine')]).toEqual(['f', false])
})

test('steps with one mark are undone together, back to the state before the first', () => {
  const scene = new Scene()
  scene.drop()
  scene.take('ann', 'editor', [patch('note', { x: 60 })], 'drag')
  const first = scene.board.seq
  scene.take('ann', 'editor', [patch('note', { x: 70 })], 'drag')
  scene.close()
  const back = (x: number, seq: number): Change => ({
    op: 'patch',
    id: 'note',
    fields: { x },
    if: { x: seq },
  })
  expect(scene.refused('ann', 'editor', [back(0, first + 1)])).toBe('frame')
  expect(scene.refused('ann', 'editor', [back(50, first + 1)])).toBe('taken')
})

test('it does not bypass a frame: not later, not for other values or fields, not for others, not twice', () => {
  const late = new Scene()
  const undo = late.drop()
  late.close()
  late.now += 10 * minute + 1
  expect(late.refused('ann', 'editor', undo)).toBe('frame')

  const scene = new Scene()
  const step = scene.drop()
  const { seq } = scene.board
  scene.close()
  const forged: Change = { op: 'patch', id: 'note', fields: { x: 7 }, if: { x: seq } }
  expect(scene.refused('ann', 'editor', [forged])).toBe('frame')
  const widened: Change = {
    op: 'patch',
    id: 'note',
    fields: { x: 0, fill: 'red' },
    if: { x: seq, fill: seq },
  }
  expect(scene.refused('ann', 'editor', [widened])).toBe('frame')
  expect(scene.refused('ann', 'editor', [{ op: 'remove', ids: ['note'], if: seq }])).toBe('frame')
  expect(scene.refused('eve', 'editor', step)).toBe('frame')
  expect(scene.refused('ann', 'viewer', step)).toBe('role')
  const undone = scene.take('ann', 'editor', step)
  expect(scene.refused('ann', 'editor', undoing(undone))).toBe('frame')
})

test('a lock prevents it, and what others have changed since stays', () => {
  const locked = new Scene()
  const undo = locked.drop()
  locked.take('boss', 'admin', [patch('note', { lock: 'admin' })])
  expect(locked.refused('ann', 'editor', undo)).toBe('locked')

  const scene = new Scene()
  const step = scene.drop()
  scene.take('bob', 'editor', [patch('note', { x: 99 })])
  scene.close()
  expect(scene.refused('ann', 'editor', step)).toBe('taken')
  expect([scene.get('parent'), scene.get('x')]).toEqual(['page', 99])
})
