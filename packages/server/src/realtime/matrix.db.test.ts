import type { Change, NewRecord } from '@tavla/canvas/model'
import { clientFrames, closeCodes } from '@tavla/contract/realtime'
import type { ClientFrame, ServerFrame } from '@tavla/contract/realtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engineNames } from '../testing/databases.ts'
import { type LiveServer, liveServer } from './testing/live-server.ts'
import { addMember, addSpace } from './testing/space-rows.ts'
import { rect, Tab } from './testing/tab.ts'

// The socket half of the authorization matrix: every message and every kind of change, said by everybody there can be.

const roles = ['owner', 'admin', 'editor', 'guest', 'contributor', 'commenter', 'viewer', 'onlooker'] as const
/** Let in by a link, with a role and without an account that lasts. */
const guests = { guest: 'editor', onlooker: 'viewer' } as const
/** Somebody who was taken out, the owner of another space, and somebody without a ticket that holds. */
const outsiders = ['removed', 'stranger', 'anonymous'] as const
const principals = [...roles, ...outsiders]
type Principal = (typeof principals)[number]

/** Outcomes in the order of `principals`; the roles of a room first, then those who are not in it. */
type Row = readonly [members: string, outside: string]

const frames: { readonly [T in ClientFrame['t']]: Row } = {
  hello: ['ready ready ready ready ready ready ready ready', 'ready ready bad_ticket'],
  join: ['owner admin editor editor contributor commenter viewer viewer', '4004 4004 bad_frame'],
  leave: ['left left left left left left left left', 'nothing nothing bad_frame'],
  need: ['chunk chunk chunk chunk chunk chunk chunk chunk', 'nothing nothing bad_frame'],
  edit: ['ack ack ack ack ack role role role', 'nothing nothing bad_frame'],
  // Of somebody else's element; previews of forbidden changes are not shown either.
  preview: ['shown shown shown shown nothing nothing nothing nothing', 'nothing nothing bad_frame'],
  presence: ['shown shown shown shown shown shown shown shown', 'nothing nothing bad_frame'],
  present: [
    'presents presents presents presents nothing nothing nothing nothing',
    'nothing nothing bad_frame',
  ],
  watch: [
    'announced announced announced announced announced announced announced announced',
    'nothing nothing bad_frame',
  ],
  // Of one's own, so there is nothing to refuse and nobody to tell.
  missedDeletesSeen: [
    'nothing nothing nothing nothing nothing nothing nothing nothing',
    'nothing nothing bad_frame',
  ],
  ping: ['pong pong pong pong pong pong pong pong', 'pong pong bad_frame'],
}

/** Changes of what Kim, an editor, has made. */
const changes: { readonly [Op in Change['op']]: string } = {
  put: 'ack ack ack ack ack role role role',
  patch: 'ack ack ack ack not_yours role role role',
  // A stroke is drawn by its author and by nobody else among those who may edit.
  append: 'not_yours not_yours not_yours not_yours not_yours role role role',
  remove: 'ack ack ack ack not_yours role role role',
  restore: 'ack ack ack ack not_yours role role role',
  text: 'ack ack ack ack not_yours role role role',
  translate: 'ack ack ack ack not_yours role role role',
}

const cells = <Name extends string>(row: string, name: Name, who: readonly Principal[]) =>
  row.split(' ').map((expected, index) => ({ name, who: who[index] ?? 'anonymous', expected }))
const frameCells = Object.entries(frames).flatMap(([name, [members, outside]]) =>
  cells(`${members} ${outside}`, name as ClientFrame['t'], principals),
)
const changeCells = Object.entries(changes).flatMap(([name, row]) => cells(row, name as Change['op'], roles))

test('every client message of the contract has its row', () => {
  const tested = clientFrames.options.map((option) => option.shape.t.value).sort()
  expect(Object.keys(frames).sort()).toEqual(tested)
  for (const [members, outside] of Object.values(frames))
    expect([members.split(' ').length, outside.split(' ').length]).toEqual([roles.length, outsiders.length])
})

/** What Kim made, and what of it is gone. */
interface TestObjects {
  readonly ids: readonly string[]
  readonly removedId: string
  readonly removedAt: number
}

const many = 257

describe.each(engineNames)('on %s', (engine) => {
  let server: LiveServer
  let kim: Tab
  let kims: TestObjects
  let made = 0
  beforeAll(async () => {
    server = await liveServer({ engine })
    await addSpace(server.db, { wid: 'w', owner: 'owner' })
    for (const role of ['admin', 'editor', 'contributor', 'commenter', 'viewer'] as const)
      await addMember(server.db, 'w', role, role)
    for (const [uid, role] of Object.entries(guests)) await addMember(server.db, 'w', uid, role)
    await addMember(server.db, 'w', 'removed', 'admin')
    await addMember(server.db, 'w', 'kim', 'editor')
    await addSpace(server.db, { wid: 'other', owner: 'stranger' })
    await server.db.sql
      .updateTable('accounts')
      .set({ kind: 'full' })
      .where('uid', 'not in', Object.keys(guests))
      .execute()
    kim = await Tab.open(server, 'kim', 'w')
    const removed = await Tab.open(server, 'removed', 'w')
    const out = removed.next('refused')
    await server.db.transaction(async (tx) => {
      await tx.deleteFrom('members').where('uid', '=', 'removed').execute()
      await tx.updateTable('spaces').set({ access_version: 2 }).where('wid', '=', 'w').execute()
    })
    server.realtime.push.accessChanged('w')
    await out
    removed.leave()
    const ids = Array.from({ length: many }, (_, index) => `k${index}`)
    const put = (id: string, more: Partial<NewRecord> = {}): Change => ({ op: 'put', record: rect(id, more) })
    await kim.edit([...ids, 'gone'].map((id) => put(id)))
    await kim.edit([{ op: 'put', record: inkStroke }])
    const answer = await kim.edit([{ op: 'remove', ids: ['gone'] }])
    kims = { ids, removedId: 'gone', removedAt: answer.t === 'ack' ? answer.seq : 0 }
  })
  afterAll(async () => {
    kim.leave()
    await server.stop()
  })

  /** Everything that a refusal must leave as it is. */
  async function readState(): Promise<unknown> {
    await kim.sync()
    const journal = await server.db.sql.selectFrom('journal').select('seq').where('wid', '=', 'w').execute()
    return [journal.length, [...kim.state.ids()].sort().map((id) => kim.state.get(id))]
  }

  /** A tab that has gone as far as this principal gets. */
  async function getTab(who: Principal): Promise<Tab> {
    if (who === 'anonymous') {
      const tab = new Tab(server.url, `anonymous-${(made += 1)}`)
      await tab.opened
      return tab
    }
    return await Tab.open(server, who, roles.includes(who as never) ? 'w' : undefined)
  }

  test.each(frameCells)('$name by $who: $expected', async ({ name, who, expected }) => {
    const before = await readState()
    const tab = await getTab(who)
    try {
      expect(await tested[name](tab, who)).toBe(expected)
      if (name !== 'edit' || expected !== 'ack') expect(await readState()).toEqual(before)
    } finally {
      tab.leave()
    }
  })

  test.each(changeCells)('$name of somebody else’s by $who: $expected', async ({ name, who, expected }) => {
    const before = await readState()
    const tab = await getTab(who)
    const answer = await tab.edit(getChange(name, kims, (made += 1)))
    expect(answer.t === 'ack' ? 'ack' : answer.reason).toBe(expected)
    if (expected !== 'ack') expect(await readState()).toEqual(before)
    else await kim.edit(getUndo(name, kims, made))
    tab.leave()
  })

  test('people in the room receive it, others do not', async () => {
    const inside = await Promise.all(roles.map(getTab))
    const outside = await Promise.all((['removed', 'stranger'] as const).map(getTab))
    await Promise.all(inside.map((tab) => tab.until(() => announced(tab, 'presence') > 0)))
    const received = [...inside, ...outside].map((tab) => tab.received.length)
    await kim.put('heard')
    kim.send({ t: 'presence', cursor: [4, 4] })
    kim.preview([{ op: 'patch', id: 'heard', fields: { x: 3 } }])
    kim.send({ t: 'present', allows: 'editor' })
    await Promise.all(
      inside.map((tab) => tab.until(() => announced(tab, 'presenting') > 0 && announced(tab, 'preview') > 0)),
    )
    kim.preview(null)
    kim.send({ t: 'present', allows: null })
    await kim.next('presenting')
    await Promise.all([...inside, ...outside].map((tab) => tab.sync()))
    const kinds = [...inside, ...outside].map(
      (tab, index) => new Set(tab.received.slice(received[index]).map(({ t }) => t)),
    )
    for (const set of kinds.slice(0, roles.length))
      for (const kind of ['batch', 'presence', 'preview', 'presenting']) expect(set).toContain(kind)
    for (const set of kinds.slice(roles.length)) expect([...set]).toEqual(['pong'])
    for (const tab of [...inside, ...outside]) tab.leave()
  })

  test('valid ids with the wrong space give access to nothing', async () => {
    const stranger = await Tab.open(server, 'stranger', 'other')
    const before = await readState()
    const chunks = kim.welcome?.chunks.map(({ id }) => id) ?? []
    const again = stranger.next('catchUp')
    stranger.send({ t: 'need', chunks })
    await again
    expect(announced(stranger, 'chunk')).toBe(stranger.welcome?.chunks.length)
    for (const op of Object.keys(changes) as Change['op'][]) {
      if (op === 'put' || op === 'restore') continue
      await stranger.edit(getChange(op, kims, (made += 1)))
    }
    expect(await stranger.edit([{ op: 'put', record: rect('s1', { parent: 'k1' }) }])).toMatchObject({
      t: 'reject',
    })
    await stranger.sync()
    expect([...stranger.state.ids()]).toEqual(['page-1'])
    stranger.preview([{ op: 'patch', id: 'k1', fields: { x: 9 } }])
    stranger.send({ t: 'presence', page: 'page-1', selection: ['k1'] })
    await stranger.sync()
    expect(await readState()).toEqual(before)
    stranger.leave()
  })

  const tested: { readonly [T in ClientFrame['t']]: (tab: Tab, who: Principal) => Promise<string> } = {
    // To everybody but the last this has happened on the way.
    async hello(tab, who) {
      if (who !== 'anonymous') return announced(tab, 'ready') === 1 ? 'ready' : 'nothing'
      void tab.hello('no-such-ticket')
      return closeName(await tab.closed)
    },
    async join(tab) {
      const welcome = tab.next('welcome').then(({ role }): string => role)
      return await Promise.race([welcome, refusedBy(tab), send(tab, { t: 'join', wid: 'w' })])
    },
    async leave(tab, who) {
      // Somebody who leaves before being announced is not announced at all.
      if (tab.welcome) await tickAfter(tab)
      const left = getRemoved(tab)
      const outcome = await answered(tab, { t: 'leave' })
      return outcome ?? (roles.includes(who as never) ? await left : 'nothing')
    },
    async need(tab) {
      const before = announced(tab, 'chunk')
      const chunks = kim.welcome?.chunks.map(({ id }) => id) ?? []
      return (
        (await answered(tab, { t: 'need', chunks })) ??
        (announced(tab, 'chunk') > before ? 'chunk' : 'nothing')
      )
    },
    async edit(tab, who) {
      const answer = tab.put(`e${(made += 1)}`).then((one) => (one.t === 'ack' ? 'ack' : one.reason))
      if (roles.includes(who as never)) return await answer
      return (
        (await closedOrSynced(tab)) ??
        (announced(tab, 'ack') + announced(tab, 'reject') > 0 ? 'answered' : 'nothing')
      )
    },
    async preview(tab) {
      const before = announced(kim, 'preview')
      const seen = kim.next('preview').then(() => 'shown')
      tab.preview([{ op: 'patch', id: 'k1', fields: { x: 77 } }])
      return await seenBy(tab, seen, () => announced(kim, 'preview') > before)
    },
    async presence(tab) {
      const at = (made += 1)
      const shown = (): boolean => JSON.stringify(kim.received.slice(-50)).includes(`"cursor":[${at},-1]`)
      const seen = kim.until(shown).then(() => 'shown')
      tab.send({ t: 'presence', cursor: [at, -1] })
      return await seenBy(tab, seen, shown)
    },
    async present(tab, who) {
      // People who can change it are answered by the rate-limited broadcast; people who cannot, at once and alone.
      const seen = kim.next('presenting')
      const received = tab.next('presenting')
      const outcome = await answered(tab, { t: 'present', allows: 'viewer' })
      if (outcome) return outcome
      if (!roles.includes(who as never)) return announced(tab, 'presenting') > 0 ? 'announced' : 'nothing'
      const { presenting } = await received
      if (presenting === null) return 'nothing'
      await seen
      const ended = kim.next('presenting')
      tab.send({ t: 'present', allows: null })
      await ended
      return 'presents'
    },
    async watch(tab) {
      const online = tab.next('online').then(({ spaces }) => (spaces.length > 0 ? 'announced' : 'nothing'))
      return await Promise.race([online, send(tab, { t: 'watch', wids: ['w'] })])
    },
    async missedDeletesSeen(tab) {
      return (await answered(tab, { t: 'missedDeletesSeen', seq: 99 })) ?? 'nothing'
    },
    async ping(tab) {
      const pong = tab.next('pong').then(() => 'pong')
      return await Promise.race([pong, send(tab, { t: 'ping', at: 7 })])
    },
  }

  /** Those in the room are waited for; of the others it is certain once they have been answered something else. */
  async function seenBy(tab: Tab, seen: Promise<string>, holds: () => boolean): Promise<string> {
    const outcome = await closedOrSynced(tab)
    if (outcome) return outcome
    const who = tab.name.slice(0, tab.name.indexOf('-'))
    const canShow = roles.includes(who as never) && tab.welcome !== null
    // Both arrive with one presence tick; another's cursor after it proves that it has passed.
    if (canShow) await tickAfter(tab)
    await kim.sync()
    return holds() ? await seen : 'nothing'
  }

  /** Something that is certainly shown, said after what may not be: once it is here, the other would be, too. */
  async function tickAfter(tab: Tab): Promise<void> {
    const tool = `fence-${(made += 1)}`
    const shown = kim.until(() => JSON.stringify(kim.received.slice(-50)).includes(tool))
    tab.send({ t: 'presence', tool })
    await shown
  }

  function getRemoved(tab: Tab): Promise<string> {
    const c = tab.welcome?.c
    if (c === undefined) return Promise.resolve('nothing')
    return kim
      .receive((frame): frame is ServerFrame => frame.t === 'presence' && (frame.gone?.includes(c) ?? false))
      .then(() => 'left')
  }
})

const announced = (tab: Tab, kind: ServerFrame['t']): number =>
  tab.received.filter(({ t }) => t === kind).length
const closeName = (code: number): string =>
  Object.entries(closeCodes).find(([, reason]) => reason.code === code)?.[0] ?? String(code)
const refusedBy = (tab: Tab): Promise<string> => tab.next('refused').then(({ code }) => String(code))

/** Says it; resolves only if that closes the socket. */
async function send(tab: Tab, frame: ClientFrame): Promise<string> {
  tab.send(frame)
  return closeName(await tab.closed)
}

/** The name of the close, or undefined when the socket still answers. */
async function answered(tab: Tab, frame: ClientFrame): Promise<string | undefined> {
  tab.send(frame)
  return await closedOrSynced(tab)
}

async function closedOrSynced(tab: Tab): Promise<string | undefined> {
  return await Promise.race([tab.closed.then(closeName), tab.sync().then(() => undefined)])
}

const inkStroke: NewRecord = rect('ink', { kind: 'pen' })

const typed = () => ({
  stepType: 'replace',
  from: 1,
  to: 1,
  slice: { content: [{ type: 'text', text: 'x' }] },
})

function getChange(op: Change['op'], { ids, removedId, removedAt }: TestObjects, n: number): Change[] {
  const [id = ''] = ids
  switch (op) {
    case 'put':
      return [{ op, record: rect(`n${n}`) }]
    case 'patch':
      return [{ op, id, fields: { x: n } }]
    case 'append':
      return [{ op, id: 'ink', n: 0, piece: new Uint8Array([1, 0, 0, 0]), last: false }]
    case 'remove':
      return [{ op, ids: [ids.at(-1) ?? ''] }]
    case 'restore':
      return [{ op, ids: [removedId], removedAt }]
    case 'text':
      return [{ op, id, steps: [typed()] }]
    case 'translate':
      return [{ op, ids, dx: 1, dy: 1 }]
  }
}

/** So that the next in the row finds the same. */
function getUndo(op: Change['op'], { ids, removedId }: TestObjects, n: number): Change[] {
  if (op === 'remove') return [{ op: 'put', record: rect(ids.at(-1) ?? '') }]
  if (op === 'restore') return [{ op: 'remove', ids: [removedId] }]
  return op === 'put' ? [{ op: 'remove', ids: [`n${n}`] }] : []
}
