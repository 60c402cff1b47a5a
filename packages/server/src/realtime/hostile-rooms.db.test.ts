import { type Change, decodeEdit, encodeEdit, type NewRecord } from '@tavla/canvas/model'
import { clientFrames, closeCodes, encodeClientFrame, frameLimits } from '@tavla/contract/realtime'
import type { ClientFrame } from '@tavla/contract/realtime'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { engineNames } from '../testing/databases.ts'
import { realtimeLimits } from './realtime-limits.ts'
import { type LiveServer, liveServer } from './testing/live-server.ts'
import { addMember, addSpace } from './testing/space-rows.ts'
import { contents, rect, Tab } from './testing/tab.ts'

/** Made by who has seen all there is: nothing is old by then, however slow the machine. */
const edit = (changes: readonly Change[], id = 'x:1', settled = 0): Uint8Array =>
  encodeEdit({ id, base: 2, mark: 'm', changes }, settled)
const put = (more: Partial<NewRecord> = {}): readonly Change[] => [{ op: 'put', record: rect('x1', more) }]

/** One of each message that a client may say. */
const whole: { readonly [T in ClientFrame['t']]: readonly [Extract<ClientFrame, { t: T }>, Uint8Array?] } = {
  hello: [{ t: 'hello', protocol: 1, schema: { frames: 'f', board: 'b' }, ticket: 't' }],
  join: [{ t: 'join', wid: 'w', lastSeq: 1, epoch: 'e', view: { page: 'page-1', box: [0, 0, 9, 9] } }],
  leave: [{ t: 'leave' }],
  need: [{ t: 'need', chunks: ['c1', 'c2'] }],
  edit: [
    { t: 'edit' },
    edit([...put(), { op: 'patch', id: 'a1', fields: { x: 4 } }, { op: 'remove', ids: ['a1'] }]),
  ],
  preview: [{ t: 'preview' }, edit(put()).subarray(8)],
  presence: [{ t: 'presence', page: 'page-1', cursor: [1, 2], selection: ['a1'], tool: 'pen' }],
  present: [{ t: 'present', allows: 'viewer' }],
  watch: [{ t: 'watch', wids: ['w', 'x'] }],
  missedDeletesSeen: [{ t: 'missedDeletesSeen', seq: 1 }],
  ping: [{ t: 'ping', at: 1 }],
}

/** Bytes of a number that is kept as a float, replaced by those of another. */
function withFloat(bytes: Uint8Array, from: number, to: number): Uint8Array {
  const patterns = [true, false].map((little) => {
    const view = new DataView(new ArrayBuffer(16))
    view.setFloat64(0, from, little)
    view.setFloat64(8, to, little)
    return [new Uint8Array(view.buffer, 0, 8), new Uint8Array(view.buffer, 8, 8)] as const
  })
  const changed = bytes.slice()
  for (const [old, next] of patterns) {
    for (let at = 0; at + 8 <= bytes.length; at += 1)
      if (old.every((byte, index) => bytes[at + index] === byte)) changed.set(next, at)
  }
  expect(changed).not.toEqual(bytes)
  return changed
}

const paragraph = (content: unknown): unknown => ({ type: 'doc', content: [{ type: 'paragraph', content }] })
const linked = (href: string): unknown =>
  paragraph([{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] }])
const own = (key: string): Record<string, unknown> => JSON.parse(`{"${key}":1}`) as Record<string, unknown>

function nested(depth: number): unknown {
  let at: unknown = { type: 'text', text: 'x' }
  for (let level = 0; level < depth; level += 1) at = { type: 'bulletList', content: [at] }
  return { type: 'doc', content: [at] }
}

/** Seven bits a byte, as the codec writes counts. */
function varint(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest]
    bytes.push((rest % 128) | 128)
  }
}

/** The list that reliability asks for, as this protocol can be attacked: bytes, and what becomes of them. */
const cases: readonly (readonly [name: string, bytes: () => Uint8Array, outcome: string])[] = [
  ['an author of somebody else’s name', () => edit(put({ by: 'ada' })), 'invalid'],
  ['a number of the journal', () => edit(put({ made: 1 })), 'invalid'],
  ['a kind that nobody knows', () => edit(put({ kind: 'virus' })), 'invalid'],
  ['a field that nobody knows', () => edit([{ op: 'patch', id: 'a1', fields: { uid: 'ada' } }]), 'invalid'],
  ['the field __proto__', () => edit([{ op: 'patch', id: 'a1', fields: own('__proto__') }]), 'bad_frame'],
  ['the field constructor', () => edit([{ op: 'patch', id: 'a1', fields: own('constructor') }]), 'bad_frame'],
  [
    'an id that is __proto__',
    () => edit([{ op: 'put', record: rect('__proto__', { parent: 'nowhere' }) }]),
    'parent',
  ],
  ['no number', () => withFloat(edit(put({ x: Math.PI })), Math.PI, NaN), 'bad_frame'],
  ['no end', () => withFloat(edit(put({ x: Math.PI })), Math.PI, Infinity), 'bad_frame'],
  ['a place beyond the board', () => withFloat(edit(put({ x: Math.PI })), Math.PI, 1e308), 'invalid'],
  ['a link that is a script', () => edit(put({ text: linked('javascript:alert(1)') })), 'invalid'],
  ['a link that is data', () => edit(put({ text: linked('data:text/html,x') })), 'invalid'],
  ['text nested a hundred deep', () => edit(put({ text: nested(100) })), 'bad_frame'],
  ['a text that is no text', () => edit(put({ text: { type: 'script' } })), 'invalid'],
  [
    'steps that lead outside the text',
    () => edit([{ op: 'text', id: 'a1', steps: [{ stepType: 'replace', from: 2 ** 40, to: 2 ** 41 }] }]),
    'ack',
  ],
  ['steps that are none', () => edit([{ op: 'text', id: 'a1', steps: [{ stepType: 'eval' }] }]), 'invalid'],
  ['every page gone', () => edit([{ op: 'remove', ids: ['page-1'] }]), 'limit'],
  ['an element inside itself', () => edit([{ op: 'patch', id: 'a1', fields: { parent: 'a1' } }]), 'parent'],
  ['a removal that never was', () => edit([{ op: 'restore', ids: ['a1', 'zz'], removedAt: 2 ** 50 }]), 'ack'],
  ['a removal in the past', () => edit([{ op: 'restore', ids: ['zz'], removedAt: 2 }]), 'missing'],
  [
    'a stroke of somebody else',
    () => edit([{ op: 'append', id: 'a1', n: 0, piece: new Uint8Array(3), last: true }]),
    'stroke',
  ],
  ['a move of no distance at all', () => edit([{ op: 'translate', ids: ['a1'], dx: 1, dy: 1 }]), 'invalid'],
  ['a gap of a thousand edits', () => edit(put(), 'x:1000'), 'catchUp'],
  [
    'a gap and a false claim about what was settled',
    () => edit(put({ parent: 'nowhere' }), 'x:1000', 2 ** 40),
    'parent',
  ],
  [
    'a count of two thousand million changes',
    () => bent((tail) => [...varint(2 ** 31), ...tail]),
    'bad_frame',
  ],
  ['a count beyond all numbers', () => bent(() => Array.from({ length: 12 }, () => 255)), 'bad_frame'],
  ['half an edit', () => edit(put()).subarray(0, 20), 'bad_frame'],
  ['an edit and something after it', () => new Uint8Array([...edit(put()), 0]), 'bad_frame'],
  ['nothing', () => new Uint8Array(0), 'bad_frame'],
]

/** An edit whose number of changes is something else. */
function bent(change: (tail: readonly number[]) => readonly number[]): Uint8Array {
  const [one, none] = [edit([{ op: 'remove', ids: ['a1'] }]), edit([])]
  let same = 0
  while (one[same] === none[same]) same += 1
  return new Uint8Array([...one.subarray(0, same), ...change([...one.subarray(same + 1)])])
}

function chance(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Cut off, bent in a few places, stretched, or with another beginning. */
function mutated(bytes: Uint8Array, random: (below: number) => number): Uint8Array {
  const kind = random(5)
  if (kind === 0) return bytes.slice(0, random(bytes.length))
  if (kind === 1)
    return new Uint8Array([...bytes, ...Array.from({ length: 1 + random(40) }, () => random(256))])
  if (kind === 2) return new Uint8Array([...varint(2 ** random(33)), ...bytes.subarray(1)])
  const changed = bytes.slice()
  for (let flips = 1 + random(4); flips > 0; flips -= 1) changed[random(changed.length)] = random(256)
  return changed
}

const roundsEach = 120

type Flood = readonly [name: string, say: (tab: Tab, count: number) => void]

/** What a guest who may edit can say as often as they like: none of it reaches the journal. */
const floods: readonly Flood[] = [
  ['pings', (tab, at) => tab.send({ t: 'ping', at })],
  ['cursors', (tab, at) => tab.send({ t: 'presence', cursor: [at, 0] })],
  ['gestures', (tab, at) => tab.preview([{ op: 'patch', id: 'a1', fields: { x: at } }])],
  ['presenting', (tab, at) => tab.send({ t: 'present', allows: at % 2 === 0 ? 'editor' : null })],
  ['watching', (tab) => tab.send({ t: 'watch', wids: ['w'] })],
  ['needs', (tab) => tab.send({ t: 'need', chunks: ['nothing'] })],
  ['goodbyes', (tab) => tab.send({ t: 'leave' })],
]

describe.each(engineNames)('what no page of ours would say, on %s', (engine) => {
  let server: LiveServer
  let ada: Tab
  let before: unknown
  const open: Tab[] = []
  beforeAll(async () => {
    server = await liveServer({ engine })
    await addSpace(server.db, { wid: 'w', owner: 'ada' })
    await addMember(server.db, 'w', 'eve', 'viewer')
    await addMember(server.db, 'w', 'mallory', 'editor')
    for (let index = 0; index < cases.length; index += 1)
      await addMember(server.db, 'w', `m${index}`, 'editor')
    ada = await Tab.open(server, 'ada', 'w')
    await ada.put('a1')
    await ada.sync()
    before = contents(ada.state)
  })
  afterEach(() => {
    for (const tab of open.splice(0)) tab.leave()
  })
  afterAll(async () => {
    ada.leave()
    await server.stop()
  })

  async function tab(uid: string): Promise<Tab> {
    const opened = await Tab.open(server, uid, 'w')
    open.push(opened)
    return opened
  }

  /** The board is as it was, for those who watched and for anyone who comes now. */
  async function unharmed(): Promise<void> {
    await ada.sync()
    expect(contents(ada.state)).toEqual(before)
    expect(contents((await tab('ada')).state)).toEqual(before)
    expect(server.errors).toEqual([])
  }

  test.each(cases.map(([name, bytes, outcome], index) => ({ name, bytes, outcome, index })))(
    '$name: $outcome',
    async ({ bytes, outcome, index }) => {
      const bob = await tab(`m${index}`)
      const sent = bytes()
      const answer = bob
        .receive((frame): frame is typeof frame => ['ack', 'reject', 'catchUp'].includes(frame.t))
        .then((frame) => (frame.t === 'reject' ? frame.reason : frame.t))
      bob.send({ t: 'edit' }, sent)
      const closed = bob.closed.then(
        (code) => Object.entries(closeCodes).find(([, close]) => close.code === code)?.[0],
      )
      expect(await Promise.race([answer, closed])).toBe(outcome)
      await unharmed()
    },
  )

  test('no randomly damaged message harms more than its own socket', async () => {
    expect(Object.keys(whole).sort()).toEqual(
      clientFrames.options.map((option) => option.shape.t.value).sort(),
    )
    const random = chance(20_261_121)
    let eve = await tab('eve')
    for (const [frame, payload] of Object.values(whole)) {
      const bytes = encodeClientFrame(frame, payload)
      for (let round = 0; round < roundsEach; round += 1) {
        eve.raw(mutated(bytes, random))
        if (round % 20 !== 19) continue
        const alive = await Promise.race([eve.sync().then(() => true), eve.closed.then(() => false)])
        // Some of them are a leave or a join elsewhere; the next ones shall find a room again.
        if (alive) eve.leave()
        eve = await tab('eve')
      }
    }
    await unharmed()
  })

  test('too large or too many messages close the socket with a reason, and others continue', async () => {
    const large = await tab('eve')
    large.raw(new Uint8Array(frameLimits.clientFrame + 1))
    expect(await large.closed).toBe(closeCodes.too_large.code)
    const presence = await tab('eve')
    const selection = Array.from({ length: 20_000 }, () => 'a'.repeat(50))
    presence.send({ t: 'presence', selection })
    expect(await presence.closed).toBe(closeCodes.too_large.code)
    await unharmed()
  })

  test.each(floods)(
    'a flood of %s closes the socket with a reason, and others receive little of it',
    async (_name, send) => {
      const mallory = await tab('mallory')
      const received = ada.received.length
      const most = realtimeLimits.framesBurst
      for (let count = 0; count < most + 400; count += 1) send(mallory, count)
      expect(await mallory.closed).toBe(closeCodes.too_many.code)
      await unharmed()
      expect(ada.received.length - received).toBeLessThan(most / 10)
    },
  )

  test('a flood of edits without a room closes the socket with a reason', async () => {
    const mallory = await tab('mallory')
    mallory.send({ t: 'leave' })
    const bytes = edit(put())
    // In one burst: a slower one is let through, as a tab that was offline for long must be.
    for (let count = 0; count < realtimeLimits.editsBurst * 1.2; count += 1)
      mallory.send({ t: 'edit' }, bytes)
    expect(await mallory.closed).toBe(closeCodes.too_many.code)
    await unharmed()
  })

  test('edits with the id of another person’s tab count as the sender’s, and do not block theirs', async () => {
    const victim = await Tab.open(server, 'm0', 'w', 'victim')
    const forger = await tab('m1')
    open.push(victim)
    // While the victim has edits in flight, and before those that it makes without a connection.
    const theirs = victim.put('v1')
    for (let counter = 1; counter <= 60; counter += 1)
      void forger.sendEdit(
        `victim:${counter}`,
        edit([{ op: 'put', record: rect(`f${counter}`) }], `victim:${counter}`),
      )
    expect(await theirs).toMatchObject({ t: 'ack' })
    victim.send({ t: 'leave' })
    const offline = Array.from({ length: 50 }, (_, index) => index + 2)
    await victim.join({ wid: 'w' })
    const late = offline.map((counter) => {
      const id = `victim:${counter}`
      return victim.sendEdit(id, edit([{ op: 'put', record: rect(`v${counter}`) }], id))
    })
    for (const answer of await Promise.all(late)) expect(answer).toMatchObject({ t: 'ack' })
    await Promise.all([victim.sync(), forger.sync(), ada.sync()])
    expect(contents(victim.state)).toEqual(contents(ada.state))
    for (let counter = 1; counter <= 51; counter += 1) {
      expect(ada.state.get(`v${counter}`)).toMatchObject({ by: 'm0' })
      expect(ada.state.get(`f${counter}`)).toMatchObject({ by: 'm1' })
    }
    const ids = [...ada.state.ids()].filter((id) => /^[vf]\d/.test(id))
    await ada.edit([{ op: 'remove', ids }])
    await ada.sync()
    expect(contents(ada.state)).toEqual(before)
  })

  test('an edit is decoded as it was encoded, or refused', () => {
    const [frame, payload] = whole.edit
    expect([frame.t, decodeEdit(payload ?? new Uint8Array(0)).edit.changes.length]).toEqual(['edit', 3])
  })
})
