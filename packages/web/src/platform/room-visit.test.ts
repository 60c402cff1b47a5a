import type { BoardPosition } from '@tavla/canvas/model'
import { expect, test } from 'vitest'
import { createTestCache, flushMicrotasks, type Line, page } from './socket-page.ts'
import { welcome } from './testing.ts'
import type { CachedBoard } from './offline/cached-boards-database.ts'
import type { RoomVisit, VisitedReplica } from './offline/room-visit.ts'

test('messages for another room or an earlier visit are ignored', async () => {
  const { log, replica, visit, up } = await page()
  visit.start(replica())
  const line = await up()
  line.receive({ t: 'batch', from: 1, to: 1 }, new Uint8Array(1))
  line.receive(welcome({ wid: 'other' }))
  line.receive(welcome())
  line.receive({ t: 'chunk', id: 'old', seq: 7, hash: null }, new Uint8Array(1))
  visit.rejoin()
  line.receive({ t: 'batch', from: 8, to: 8 }, new Uint8Array(1))
  line.receive(welcome())
  await flushMicrotasks()
  expect(log).toEqual(['welcome 7 0', 'welcome 7 0'])
  visit.leave()
  line.receive({ t: 'batch', from: 8, to: 8 }, new Uint8Array(1))
  expect([log.length, line.sentFrames.at(-1)?.t]).toEqual([2, 'leave'])
})

test('a temporary refusal is retried, a final one only reported', async () => {
  const { clock, log, replica, visit, up } = await page()
  visit.start(replica())
  const line = await up()
  line.receive({ t: 'refused', wid: 'w', code: 5000, reason: 'storage', retry: true })
  expect([visit.refusal.value?.reason, log]).toEqual(['storage', ['closed']])
  const sentWithin = (ms: number): number => {
    const before = line.sentFrames.length
    clock.pass(ms)
    return line.sentFrames.length - before
  }
  const refuse = () => line.receive({ t: 'refused', wid: 'w', code: 5000, reason: 'storage', retry: true })
  expect(sentWithin(300)).toBe(1)
  expect(line.sentFrames.at(-1)?.t).toBe('join')
  refuse()
  expect([sentWithin(599), sentWithin(1)]).toEqual([0, 1])
  for (let times = 0; times < 3; times += 1) {
    refuse()
    clock.pass(2_000)
  }
  refuse()
  expect([sentWithin(1_999), sentWithin(1)]).toEqual([0, 1])
  line.receive(welcome())
  expect(visit.refusal.value).toBe(null)
  refuse()
  expect(sentWithin(300)).toBe(1)
  line.receive(welcome())
  line.receive({ t: 'refused', wid: 'w', code: 4004, reason: 'removed', retry: false })
  const sentCount = line.sentFrames.length
  clock.pass(9_000)
  expect([visit.refusal.value?.code, line.sentFrames.length]).toEqual([4004, sentCount])
})

test('presence is sent at most every 50 ms with the latest values, and again after a welcome', async () => {
  const { clock, replica, visit, up } = await page()
  visit.start(replica())
  const line = await up()
  line.receive(welcome())
  const shown = (): unknown[] =>
    line.sentFrames.filter((frame) => frame.t === 'presence' || frame.t === 'preview')
  clock.pass(50)
  visit.presence.show({ cursor: [1, 1] })
  visit.presence.show({ cursor: [2, 2] })
  visit.presence.show({ page: 'p' })
  visit.presence.preview(new Uint8Array(2))
  clock.pass(49)
  expect(shown()).toEqual([{ t: 'presence', cursor: [1, 1] }])
  clock.pass(1)
  expect(shown().slice(1)).toEqual([{ t: 'presence', cursor: [2, 2], page: 'p' }, { t: 'preview' }])
  clock.pass(200)
  expect(shown()).toHaveLength(3)
  line.receive(welcome())
  expect(shown().at(-1)).toEqual({ t: 'presence', cursor: [2, 2], page: 'p' })
})

test('people join, move and leave, and their previews are removed with them', async () => {
  const { replica, visit, up } = await page()
  const gestures: string[] = []
  visit.presence.onPreview((c, edit) => gestures.push(`${c} ${edit?.length ?? 'end'}`))
  visit.start(replica())
  const line = await up()
  const bob = { c: '2', uid: 'b', name: 'Bob', photo: null, role: 'viewer', showing: {} } as const
  line.receive(welcome({ people: [bob] }))
  line.receive({
    t: 'presence',
    shown: [
      { c: '2', showing: { cursor: [1, 2] } },
      { c: '9', showing: {} },
    ],
  })
  line.receive({ t: 'preview', c: '2' }, new Uint8Array(5))
  expect([...visit.presence.people.value.values()]).toEqual([{ ...bob, showing: { cursor: [1, 2] } }])
  line.receive({ t: 'presence', gone: ['2'] })
  expect([visit.presence.people.value.size, gestures]).toEqual([0, ['2 5', '2 end']])
})

test('while someone presents, the board gets the lower role, and the membership stays unchanged', async () => {
  const { log, replica, visit, up } = await page()
  visit.start(replica())
  const line = await up()
  const presenting = { c: 'other', uid: 'o', name: 'Ada', allows: 'viewer' as const }
  line.receive(welcome())
  line.receive({ t: 'presenting', presenting })
  expect([visit.presenting.value, visit.role.value, log.at(-1)]).toEqual([
    presenting,
    'editor',
    'role viewer',
  ])
  line.receive({ t: 'role', wid: 'w', role: 'admin' })
  expect([visit.role.value, log.at(-1)]).toEqual(['admin', 'role admin'])
  line.receive({ t: 'role', wid: 'w', role: 'editor' })
  line.receive({ t: 'presenting', presenting: null })
  expect([visit.presenting.value, log.at(-1)]).toEqual([null, 'role editor'])
})

test('a presenter continues after a reconnect unless someone else presents, and leaving ends it', async () => {
  const { clock, replica, visit, up } = await page()
  visit.start(replica(7))
  const presents = (line: Line | undefined) => line?.sentFrames.filter(({ t }) => t === 'present')
  const mine = { c: 'me', uid: 'u', name: 'Me', allows: 'contributor' as const }
  let line = await up()
  line.receive(welcome())
  visit.present('contributor')
  line.receive({ t: 'presenting', presenting: mine })
  const reconnectAs = async (presenting?: typeof mine): Promise<void> => {
    line.onclose?.({ code: 1006 })
    clock.pass(60_000)
    line = await up()
    line.receive(welcome({ c: 'again', ...(presenting ? { presenting } : {}) }))
  }
  for (const presenting of [undefined, mine]) {
    await reconnectAs(presenting)
    expect(presents(line)).toEqual([{ t: 'present', allows: 'contributor' }])
    line.receive({ t: 'presenting', presenting: { ...mine, c: 'again' } })
  }
  visit.leave()
  expect(presents(line)?.at(-1)).toEqual({ t: 'present', allows: null })

  visit.start(replica(7))
  line.receive(welcome())
  line.receive({ t: 'presenting', presenting: mine })
  await reconnectAs({ ...mine, c: 'other', uid: 'o' })
  expect([presents(line), visit.presenting.value?.uid]).toEqual([[], 'o'])
})

const byte = new Uint8Array(1)
const cachedBoard: CachedBoard = {
  facts: {
    epoch: 'e',
    seq: 5,
    role: 'editor',
    chunks: [{ id: 'c1', page: '', box: null, bytes: 1, hash: 'h1' }],
  },
  batches: [{ from: 6, to: 7, bytes: byte, chain: 'c7' }],
}

/** A fake replica that requests its chunks and is complete once they have arrived. */
function createReplica(visit: RoomVisit, log: string[]): VisitedReplica {
  let position: BoardPosition | null = null
  return {
    get seq() {
      return position?.seq ?? 0
    },
    madeAt: null,
    get position() {
      return position
    },
    receive: {
      welcome({ seq: at, tail, chunks }) {
        log.push(`welcome ${at} ${tail ? 'tail' : chunks.length}`)
        visit.need(chunks.map(({ id }) => id))
      },
      chunk(id) {
        log.push(`chunk ${id}`)
        position = { seq: 5, epoch: 'e', chain: 'c5' }
      },
      batch(_bytes, chain = '') {
        log.push('batch')
        position = { seq: 7, epoch: 'e', chain }
      },
      ack: () => undefined,
      reject: () => undefined,
      role: () => undefined,
      missedDeletes: () => undefined,
      closed: () => void log.push('closed'),
    },
  }
}

test('a cached board is shown before there is a connection, and only later edits are requested', async () => {
  const { offlineCache, log: written } = createTestCache(cachedBoard, new Map([['c1', byte]]))
  const { visit, up } = await page(offlineCache)
  const log: string[] = []
  visit.start(createReplica(visit, log))
  await flushMicrotasks()
  expect(log).toEqual(['welcome 5 1', 'closed', 'chunk c1', 'batch'])
  const line = await up()
  expect(line.sentFrames.find(({ t }) => t === 'join' || t === 'hello')).toMatchObject({
    room: { wid: 'w', lastSeq: 7, epoch: 'e', chain: 'c7' },
  })
  line.receive(welcome({ seq: 9, tail: true }), new Uint8Array(4))
  line.receive({ t: 'batch', from: 10, to: 10, chain: 'c10' }, byte)
  expect(written).toEqual(['welcomed 9 4 after 7', 'batch 10-10 c10'])
})

test('an unreadable cached board is removed completely, and the whole board is requested', async () => {
  const { offlineCache, log: written } = createTestCache(cachedBoard)
  offlineCache.has = () => true
  const { visit, up } = await page(offlineCache)
  const log: string[] = []
  visit.start(createReplica(visit, log))
  await flushMicrotasks()
  expect(log).toEqual(['welcome 5 1', 'closed', 'welcome 5 1', 'closed'])
  expect(written).toEqual(['forget'])
  const line = await up()
  expect(JSON.stringify(line.sentFrames)).not.toContain('lastSeq')
})

test('only chunks that are not cached are requested', async () => {
  const { offlineCache } = createTestCache(null, new Map([['c1', byte]]))
  const { visit, up } = await page(offlineCache)
  const log: string[] = []
  visit.start(createReplica(visit, log))
  const line = await up()
  const part = (id: string) => ({ id, page: '', box: null, bytes: 1, hash: id })
  line.receive(welcome({ chunks: [part('c1'), part('c2')] }))
  await flushMicrotasks()
  expect(line.sentFrames.filter(({ t }) => t === 'need')).toEqual([{ t: 'need', chunks: ['c2'] }])
  expect(log).toEqual(['welcome 7 2', 'chunk c1'])
})

test('a board that the user can no longer access is removed from the cache', async () => {
  const { offlineCache, log: written } = createTestCache()
  const { visit, replica, up } = await page(offlineCache)
  visit.start(replica())
  const line = await up()
  line.receive(welcome())
  line.receive({ t: 'refused', wid: 'w', code: 5000, reason: 'later', retry: true })
  expect(written).toEqual(['welcomed 7 0 after 0'])
  line.receive({ t: 'refused', wid: 'w', code: 4004, reason: 'removed', retry: false })
  expect(written.at(-1)).toBe('forget')
})
