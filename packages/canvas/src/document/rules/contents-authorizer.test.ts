import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../testing/random.ts'
import { patch, put, TestRoom } from '../../testing/test-room.ts'
import type { Ability, Change } from '../model/change.ts'
import { isRefusal } from '../apply/reducer.ts'
import type { BoardRecord, RecordId } from '../model/record.ts'

const ROLE: Readonly<Record<string, Ability>> = { con: 'contributor', ann: 'editor', boss: 'admin' }
const PLACE = ['x', 'y', 'w', 'h', 'parent', 'z', 'lock', 'role', 'by', 'fill']
const ranks: readonly Ability[] = ['viewer', 'commenter', 'contributor', 'editor', 'admin', 'owner']
const rank = (ability: Ability): number => ranks.indexOf(ability)

/** A board of frames and groups inside each other, with elements of three people, some locked, some frames closed. */
class Tree {
  readonly room = new TestRoom()
  readonly random: () => number
  #made = 0
  readonly #removals: { readonly seq: number; readonly ids: readonly RecordId[] }[] = []

  constructor(seed: number) {
    this.random = seededRandom(seed)
    this.room.take('boss', 'admin', [put('page2', 'page', { parent: null })])
    for (let i = 0; i < 30; i++) this.#grow()
    for (const record of this.records()) if (this.random() < 0.12) this.#protect(record)
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.random() * from.length)]!
  }

  records(): BoardRecord[] {
    return [...this.room.state.ids()].sort().flatMap((id) => this.room.state.get(id) ?? [])
  }

  chain(id: RecordId): BoardRecord[] {
    const record = this.room.state.get(id)
    return record ? [record, ...(record.parent === null ? [] : this.chain(record.parent))] : []
  }

  /** One act of a person, most of them with a container; answers whether it went in. */
  act(uid: string): boolean {
    const changes = Array.from({ length: 1 + Math.floor(this.random() * 3) }, () => this.#change())
    const outcome = this.room.edit(uid, ROLE[uid]!, changes)
    if (isRefusal(outcome)) return false
    const ids = outcome.removed.map(({ record }) => record.id)
    if (ids.length > 0) this.#removals.push({ seq: this.room.seq, ids })
    return true
  }

  #grow(): void {
    const containers = this.records().filter(({ kind }) => ['page', 'frame', 'group'].includes(kind))
    const parent = this.pick(containers).id
    const kind = this.pick(['box', 'box', 'box', 'frame', 'group'])
    const uid = this.pick(['con', 'ann', 'boss'])
    const id = `${kind}${this.#made++}`
    const inside = put(`${id}in`, 'box', { parent: id })
    this.room.edit(uid, ROLE[uid]!, [put(id, kind, { parent }), ...(kind === 'group' ? [inside] : [])])
  }

  #protect({ id, kind }: BoardRecord): void {
    const role = { role: this.pick(['viewer', 'contributor']) }
    const fields = kind === 'frame' && this.random() < 0.6 ? role : { lock: this.pick(['editor', 'admin']) }
    if (kind !== 'page') this.room.edit('boss', 'admin', [patch(id, fields)])
  }

  #change(): Change {
    const records = this.records()
    const containers = records.filter(({ kind }) => ['frame', 'group'].includes(kind))
    const { id, kind } = this.pick(this.random() < 0.8 && containers.length > 0 ? containers : records)
    const to = this.pick(records.filter((one) => ['page', 'frame', 'group'].includes(one.kind))).id
    const roll = this.random()
    if (kind === 'page') return roll < 0.1 ? { op: 'remove', ids: [id] } : patch(id, { name: 'p' })
    if (roll < 0.2 && kind !== 'group') return patch(id, { x: this.random() * 99, y: this.random() * 99 })
    if (roll < 0.3 && kind !== 'group') return patch(id, { w: this.random() * 99 })
    if (roll < 0.4) return patch(id, { z: this.pick(['M', 'W', 'k']) })
    if (roll < 0.65) return patch(id, { parent: to })
    if (roll < 0.75 && this.#removals.length > 0) {
      const { seq, ids } = this.pick(this.#removals)
      return { op: 'restore', ids, removedAt: seq }
    }
    const inside = records.filter((one) => this.chain(one.id).some((around) => around.id === id))
    return { op: 'remove', ids: this.random() < 0.5 ? [id] : inside.map((one) => one.id).reverse() }
  }
}

/** The rules of decisions §3, written down once more and without any of the reducer's code. */
function isProtected(tree: Tree, record: BoardRecord, uid: string): boolean {
  const chain = tree.chain(record.id)
  const isLocked = chain.some(
    ({ id, kind, lock }: BoardRecord) => lock !== undefined && (id === record.id || kind === 'group'),
  )
  if (isLocked) return true
  let ability = ROLE[uid]!
  for (const { kind, role } of chain)
    if (kind === 'frame' && role && rank(ROLE[uid]!) < rank('admin') && rank(role as Ability) < rank(ability))
      ability = role as Ability
  return rank(ability) < rank('contributor') || (rank(ability) < rank('editor') && record.by !== uid)
}

/** Everything that may not change for this person: each protected record, and where all that it is in stands. */
function shieldedBy(tree: Tree, uid: string): Map<string, string> {
  const shield = new Map<string, string>()
  const note = (record: BoardRecord): void => {
    shield.set(record.id, JSON.stringify(PLACE.map((field) => record[field] ?? null)))
  }
  for (const record of tree.records()) {
    if (record.kind === 'page' || !isProtected(tree, record, uid)) continue
    for (const around of tree.chain(record.id)) if (around.kind !== 'page') note(around)
    const closed = record.kind === 'group' ? record['lock'] !== undefined : record['role'] === 'viewer'
    if (closed) shield.set(`${record.id} holds`, tree.room.state.childIds(record.id).join())
  }
  return shield
}

test('in 80 random boards no protected element changes position, parent, order or contents, nor disappears', () => {
  let taken = 0
  let shielded = 0
  for (let seed = 1; seed <= 80; seed++) {
    const tree = new Tree(seed)
    for (let i = 0; i < 40; i++) {
      const uid = tree.pick(['con', 'ann', 'boss'])
      const before = shieldedBy(tree, uid)
      if (!tree.act(uid)) continue
      taken += 1
      shielded += before.size
      for (const [what, was] of before) {
        const record = tree.room.state.get(what)
        const now = what.endsWith(' holds')
          ? tree.room.state.childIds(what.split(' ')[0]!).join()
          : record && JSON.stringify(PLACE.map((field) => record[field] ?? null))
        if (now !== was) throw new Error(`seed ${seed}, act ${i} of ${uid}: ${what} was ${was}, is ${now}`)
      }
    }
  }
  expect(taken).toBeGreaterThan(500)
  expect(shielded).toBeGreaterThan(5_000)
})

describe('a container with a protected element inside', () => {
  const framed = (): TestRoom => {
    const room = new TestRoom()
    room.take('con', 'contributor', [put('f', 'frame'), put('inner', 'frame', { parent: 'f' })])
    room.take('ann', 'editor', [put('theirs', 'box', { parent: 'inner' }), put('f2', 'frame')])
    return room
  }
  const ids = Array.from({ length: 300 }, (_, i) => `m${i}`)
  const ways: readonly (readonly [string, Change])[] = [
    ['moved', patch('f', { x: 5 })],
    ['resized', patch('f', { w: 5 })],
    ['put elsewhere', patch('f', { parent: 'f2' })],
    ['put behind other elements', patch('f', { z: 'A' })],
    ['deleted', { op: 'remove', ids: ['f'] }],
    ['deleted with its contents', { op: 'remove', ids: ['theirs', 'inner', 'f'] }],
    ['moved among many', { op: 'translate', ids: [...ids, 'f'], dx: 1, dy: 1 }],
  ]

  test.each(ways)('is not %s by a contributor, and the refusal names what is in the way', (_way, change) => {
    const room = framed()
    room.take(
      'con',
      'contributor',
      ids.map((id) => put(id)),
    )
    const outcome = room.edit('con', 'contributor', [change])
    expect(outcome).toMatchObject({ refused: 'contents', id: 'theirs' })
  })

  test.each(ways)('is not %s by an editor while an admin has locked it', (_way, change) => {
    const room = framed()
    room.take(
      'ann',
      'editor',
      ids.map((id) => put(id)),
    )
    room.take('boss', 'admin', [patch('theirs', { lock: 'admin' })])
    expect(room.edit('ann', 'editor', [change])).toMatchObject({ refused: 'contents', id: 'theirs' })
    expect(room.edit('boss', 'admin', [change])).toMatchObject({ refused: 'contents', id: 'theirs' })
    room.take('boss', 'admin', [patch('theirs', { lock: null })])
    room.take('ann', 'editor', [change])
  })

  test('can still be renamed, coloured and filled', () => {
    const room = framed()
    room.take('con', 'contributor', [put('mine', 'box', { parent: 'f' }), patch('mine', { parent: 'page' })])
  })

  test('is traversed once, however often an edit moves it and however deep it is', () => {
    const room = new TestRoom()
    let parent = 'page'
    for (let depth = 0; depth < 30; depth++) {
      room.take('con', 'contributor', [put(`d${depth}`, 'frame', { parent })])
      parent = `d${depth}`
    }
    const boxes = Array.from({ length: 2_000 }, (_, i) => put(`b${i}`, 'box', { parent }))
    room.take('con', 'contributor', boxes)
    let reads = 0
    const still = room.state.getUnmoved.bind(room.state)
    room.state.getUnmoved = (id) => {
      reads += 1
      return still(id)
    }
    const moves = Array.from({ length: 3_000 }, (_, i) => patch(`d${i % 30}`, { x: i }))
    room.take('con', 'contributor', moves)
    expect(reads).toBeLessThan(20_000)
  })
})

describe('a frame in which people change only their own elements', () => {
  const drawNested = (): TestRoom => {
    const room = new TestRoom()
    room.take('boss', 'admin', [put('f', 'frame', { role: 'contributor' })])
    room.take('bob', 'editor', [put('his'), put('g', 'group'), put('inG', 'box', { parent: 'g' })])
    room.take('ann', 'editor', [put('hers'), patch('hers', { fill: 'red' })])
    return room
  }

  test('can be filled by an editor with own elements only, alone or in a group', () => {
    const room = drawNested()
    expect(room.edit('ann', 'editor', [patch('his', { parent: 'f' })])).toMatchObject({
      refused: 'only_own',
      id: 'his',
    })
    expect(room.edit('ann', 'editor', [patch('g', { parent: 'f' })])).toMatchObject({ refused: 'only_own' })
    room.take('ann', 'editor', [put('mixed', 'group'), patch('his', { parent: 'mixed' })])
    expect(room.edit('ann', 'editor', [patch('mixed', { parent: 'f' })])).toMatchObject({
      refused: 'only_own',
      id: 'his',
    })
    room.take('ann', 'editor', [patch('hers', { parent: 'f' })])
    room.take('ann', 'editor', [patch('hers', { parent: 'page' })])
    room.take('boss', 'admin', [patch('his', { parent: 'f' })])
  })
})
