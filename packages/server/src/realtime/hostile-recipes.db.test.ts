import { type Change, encodeEdit } from '@tavla/canvas/model'
import { afterEach, expect, test } from 'vitest'
import { manualClock } from '../ports/clock/manual.ts'
import { realtimeLimits } from './realtime-limits.ts'
import { Attacker } from './testing/attacker.ts'
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

/** With a clock that stands still no budget is refilled: what was refused is a matter of counting. */
async function open(): Promise<LiveServer> {
  server = await liveServer({ clock: manualClock() })
  await addSpace(server.db, { wid: 'w', owner: 'owner' })
  for (const uid of ['viewer'] as const) await addMember(server.db, 'w', uid, 'viewer')
  await addMember(server.db, 'w', 'contributor', 'contributor')
  for (const uid of ['guest', 'typist']) await addMember(server.db, 'w', uid, 'editor')
  return server
}

async function journalLength(): Promise<number> {
  const rows = await server!.db.sql.selectFrom('journal').select('seq').execute()
  return rows.length
}

test.each(hostileRecipes.map((recipe) => ({ ...recipe, title: `${recipe.by}: ${recipe.name}` })))(
  '$title gets an allowed answer, and costs others nothing',
  async ({ title, by, prepare, strike }) => {
    const target = await open()
    const observer = await Attacker.open(target, 'owner')
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

test.each(['text steps as edits', 'moves of a frame that holds much'])(
  '%s beyond a budget are refused as busy until it is refilled, and accepted then',
  async (name) => {
    const clock = manualClock()
    server = await liveServer({ clock })
    await addSpace(server.db, { wid: 'w', owner: 'owner' })
    const recipe = hostileRecipes.find((one) => one.name === name)!
    const attacker = await Attacker.open(server, 'owner')
    const size = { ...scale, records: 3_000 }
    await recipe.prepare?.(attacker, size, server)
    for (let round = 0; attacker.count('reject busy') === 0; round += 1) {
      await recipe.strike(attacker, size, round, server)
      await attacker.settle()
    }
    const acked = attacker.count('ack')
    await recipe.strike(attacker, size, 0, server)
    await attacker.settle()
    expect(attacker.count('ack')).toBe(acked)
    clock.advance((realtimeLimits.workBurst / realtimeLimits.workPerSecond) * 1_000)
    await recipe.strike(attacker, size, 0, server)
    await attacker.until(() => attacker.count('ack') > acked)
    expect(attacker.count('ack')).toBeGreaterThan(acked)
    attacker.leave()
  },
)

test('a large edit beyond the budget is not decoded: its id is answered, whatever follows', async () => {
  const target = await open()
  const attacker = await Attacker.open(target, 'guest')
  const changes = (name: string, count: number): Change[] =>
    Array.from({ length: count }, (_, index) => ({ op: 'put', record: rect(`${name}-${index}`) }))
  // Two are taken; of those after them each pays for its decoding, and soon for nothing else.
  for (const [round, count] of [10_000, 6_000, ...Array.from({ length: 14 }, () => 10_000)].entries()) {
    const answered = attacker.count('ack') + attacker.count('reject')
    attacker.edit(changes(`n${round}`, count))
    await attacker.until(() => attacker.count('ack') + attacker.count('reject') > answered)
    await attacker.settle()
  }
  expect(attacker.count('ack')).toBe(2)
  const refused = attacker.count('reject busy')
  const damagedEdit = encodeEdit({
    id: 'spoilt:1',
    base: 0,
    mark: '',
    changes: changes('spoilt', 10_000),
  }).fill(255, 200)
  attacker.send({ t: 'edit' }, damagedEdit)
  await attacker.until(() => attacker.count('reject busy') > refused)
  expect([attacker.isClosed, attacker.count('reject busy')]).toEqual([false, refused + 1])
  attacker.leave()
})
