import { type Change, encodeEdit } from '@tavla/canvas/model'
import { afterEach, expect, test } from 'vitest'
import { manualClock } from '../ports/clock/manual.ts'
import { Attacker, type Target } from './testing/attacker.ts'
import { hostileRecipes, type Scale } from './testing/hostile-recipes.ts'
import { type LiveServer, liveServer } from './testing/live-server.ts'
import { addMember, addSpace } from './testing/space-rows.ts'
import { rect } from './testing/tab.ts'

const scale: Scale = { messages: 120, records: 300, steps: 100, paragraphs: 400, bombs: 12, sockets: 8 }

/** What the server may answer an edit of each recipe with; what is not here is never answered. */
const answers: Readonly<Record<string, readonly string[]>> = {
  'viewer: nothing': [],
  'viewer: empty edits': ['reject role'],
  'viewer: restores of many numbers': ['reject role'],
  'viewer: large edits to decode': ['reject role'],
  'contributor: empty edits and unknown ids': ['ack'],
  'contributor: restores of many numbers': ['reject missing'],
  'contributor: text steps as previews': ['ack'],
  'contributor: text steps as edits': ['ack', 'reject busy', 'catchUp'],
  'guest: text steps on an old base': ['ack', 'reject busy', 'catchUp'],
  'contributor: wide and deep re-parents': ['ack', 'reject busy', 'catchUp'],
  'contributor: many new records in one edit': ['ack'],
  'contributor: many new records and their undo': ['ack', 'reject busy', 'catchUp'],
  'contributor: moves of a frame that holds much': ['ack', 'reject busy', 'catchUp'],
  'guest: long order keys': ['ack', 'reject busy', 'catchUp'],
  'contributor: strokes of many pieces': ['ack'],
  'guest: chunks again and again': ['catchUp'],
  'guest: presence, watching and presenting': [],
  'guest: joins and leaves': [],
  'viewer: malformed frames on new sockets': [],
  'guest: a reader that does not read': ['ack'],
  'guest: small messages over many sockets': [],
  'contributor: edits over many sockets': [],
}
/** Recipes that must not leave anything in the journal, whatever they send. */
const leaveNothing = /^viewer|empty edits|restores|strokes|chunks|presence|joins/

let server: LiveServer | undefined
afterEach(async () => {
  await server?.stop()
  server = undefined
})

/**
 * Its clock moves only while an edit waits for its budget, so that no budget is refilled by a slow machine, and
 * no further than the owner's socket keeps up with, so that a slow machine ends no heartbeat.
 */
async function open(): Promise<{ target: LiveServer & Target; observer: Attacker }> {
  const clock = manualClock()
  const live = (server = await liveServer({ clock }))
  await addSpace(live.db, { wid: 'w', owner: 'owner' })
  await addMember(live.db, 'w', 'viewer', 'viewer')
  await addMember(live.db, 'w', 'contributor', 'contributor')
  for (const uid of ['guest', 'typist']) await addMember(live.db, 'w', uid, 'editor')
  const observer = await Attacker.open(live, 'owner')
  let step: Promise<void> | undefined
  /** All sockets that wait share one step. */
  const passTime = (): Promise<void> =>
    (step ??= observer.roundTrip().then(() => {
      step = undefined
      clock.advance(1_000)
    }))
  return { target: Object.assign(live, { passTime }), observer }
}

async function journalLength(): Promise<number> {
  const rows = await server!.db.sql.selectFrom('journal').select('seq').execute()
  return rows.length
}

test.each(hostileRecipes.map((recipe) => ({ ...recipe, title: `${recipe.by}: ${recipe.name}` })))(
  '$title gets an allowed answer, and costs others nothing',
  async ({ title, by, prepare, strike }) => {
    const { target, observer } = await open()
    const attacker = await Attacker.open(target, by)
    await prepare?.(attacker, scale, target)
    await observer.settle()
    const [before, batches] = [await journalLength(), observer.count('batch')]
    const received = new Map(attacker.received)
    for (let round = 0; round < 3 && !attacker.isClosed; round += 1) {
      await strike(attacker, scale, round, target)
      await attacker.settle()
    }
    await observer.settle()
    const announced = [
      'ack',
      'catchUp',
      ...[...attacker.received.keys()].filter((kind) => kind.startsWith('reject ')),
    ]
    const fresh = announced.filter((kind) => attacker.count(kind) > (received.get(kind) ?? 0))
    expect(answers[title]).toEqual(expect.arrayContaining(fresh))
    const left = (await journalLength()) - before
    if (leaveNothing.test(title)) expect([left, observer.count('batch') - batches]).toEqual([0, 0])
    expect(observer.isClosed).toBe(false)
    expect(target.errors).toEqual([])
    attacker.leave()
    observer.leave()
  },
)

test('every recipe lists its allowed answers', () => {
  expect(Object.keys(answers)).toEqual(hostileRecipes.map(({ by, name }) => `${by}: ${name}`))
})

const records = (name: string, count: number, parent = 'page-1'): Change[] =>
  Array.from({ length: count }, (_, index) => ({ op: 'put', record: rect(`${name}-${index}`, { parent }) }))

/** The owner of a space, whose budget is refilled only when the clock is advanced. */
async function openOwner() {
  const clock = manualClock()
  server = await liveServer({ clock })
  await addSpace(server.db, { wid: 'w', owner: 'owner' })
  return { clock, owner: await Attacker.open(server, 'owner') }
}

/** Spends what is left of the owner's budget. */
function spendBudget(): void {
  for (const units of [10_000, 100]) while (server!.realtime.boards.reserveWork('owner', units) === 0);
}

test('work beyond a budget waits until it is refilled, and is accepted then, in order', async () => {
  const { clock, owner } = await openOwner()
  spendBudget()
  const counters = [1, 2, 3, 4, 5, 6]
  for (const counter of counters) owner.edit(records(`n${counter}`, 1_000))
  for (let turn = 0; turn < 10; turn += 1) await owner.settle()
  expect(owner.count('ack')).toBe(0)
  while (owner.count('ack') < counters.length && owner.count('reject') === 0) {
    const acked = owner.count('ack')
    clock.advance(1_000)
    await owner.until(() => owner.count('ack') > acked || owner.count('reject') > 0)
  }
  expect([owner.count('reject'), owner.count('catchUp')]).toEqual([0, 0])
  const rows = await server!.db.sql.selectFrom('journal').select('counter').orderBy('seq').execute()
  expect(rows.slice(-counters.length).map(({ counter }) => Number(counter))).toEqual(counters)
  owner.leave()
})

test('a large edit beyond the budget is not decoded before it is refilled', async () => {
  const { clock, owner } = await openOwner()
  spendBudget()
  const changes = records('spoilt', 10_000)
  owner.send({ t: 'edit' }, encodeEdit({ id: 'spoilt:1', base: 0, mark: '', changes }).fill(255, 200))
  for (let turn = 0; turn < 10; turn += 1) await owner.settle()
  expect(owner.isClosed).toBe(false)
  clock.advance(1_000)
  await owner.until(() => owner.count('reject') > 0)
  expect(owner.isClosed).toBe(true)
})

test('an edit that waits too long, because its author does other things, is refused as busy', async () => {
  const { clock, owner } = await openOwner()
  const frame = rect('frame', { kind: 'frame' })
  owner.edit([{ op: 'put', record: frame }, ...records('held', 9_999, 'frame')])
  await owner.until(() => owner.count('ack') === 1)
  spendBudget()
  // A small edit of much work: it is read, and begins to wait, before the next ping is answered.
  const moves = Array.from({ length: 20 }, (_, x): Change => ({ op: 'patch', id: 'frame', fields: { x } }))
  owner.edit(moves)
  await owner.settle()
  while (owner.count('reject') === 0 && !owner.isClosed) {
    clock.advance(1_000)
    await owner.settle()
    spendBudget()
  }
  expect([owner.count('ack'), owner.count('reject busy'), owner.count('catchUp')]).toEqual([1, 1, 1])
  owner.leave()
})
