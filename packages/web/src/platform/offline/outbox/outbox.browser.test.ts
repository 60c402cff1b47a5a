import type { OutboxEntry } from '@tavla/canvas/model'
import { afterEach, expect, test, vi } from 'vitest'
import { clock } from '../../dom/clock.ts'
import { openOutbox, type OutboxHost, type RoomOutbox } from './outbox.ts'

let nowMs = 1_700_000_000_000
const host: OutboxHost = { indexedDB, locks: navigator.locks, now: () => nowMs, after: clock.after }
const open: RoomOutbox[] = []
let person = 0

/** A tab of a new person. */
function newPerson(): (tab: string, wid?: string) => Promise<RoomOutbox> {
  person += 1
  const uid = `u${person}-${performance.timeOrigin}`
  return async (tab, wid = 'w') => {
    const outbox = await openOutbox({ uid, wid, tab }, host)
    open.push(outbox)
    return outbox
  }
}

const entry = (id: string): OutboxEntry => ({
  edit: { id, base: 3, mark: 'm', changes: [] },
  schema: { rect: 1 },
})
const ids = (entries: readonly OutboxEntry[]): string[] => entries.map(({ edit }) => edit.id)

afterEach(async () => {
  for (const outbox of open.splice(0)) await outbox.close()
})

test('edits of a closed tab are sent by the next one, in order and with their ids', async () => {
  const tab = newPerson()
  const first = await tab('a')
  await first.load()
  await Promise.all([entry('a:2'), entry('a:10'), entry('a:1')].map((each) => first.add(each)))
  await first.remove(['a:2'])
  await first.close()
  const second = await tab('b')
  expect(await second.load()).toEqual([entry('a:1'), entry('a:10')])
  expect([second.isDurable.value, second.coordinated]).toEqual([true, true])
})

test('an open tab keeps its edits; when it closes, the owner of the store gets what it left', async () => {
  const tab = newPerson()
  const adopter = await tab('keeper')
  expect(await adopter.load()).toEqual([])
  const received = new Promise<readonly OutboxEntry[]>((resolve) => adopter.onOrphans(resolve))
  const later = await tab('later')
  expect(await later.load()).toEqual([])
  await later.add(entry('later:1'))
  const third = await tab('third')
  expect(await third.load()).toEqual([])
  await later.close()
  expect(ids(await received)).toEqual(['later:1'])
})

test('when the owner of the store closes, the next tab takes over what it left', async () => {
  const tab = newPerson()
  const adopter = await tab('keeper')
  await adopter.load()
  const next = await tab('next')
  await next.load()
  await adopter.add(entry('keeper:1'))
  const received = new Promise<readonly OutboxEntry[]>((resolve) => next.onOrphans(resolve))
  await adopter.close()
  expect(ids(await received)).toEqual(['keeper:1'])
})

test('an edit added before the outbox closed is stored', async () => {
  const tab = newPerson()
  const first = await tab('a')
  for (const id of ['a:1', 'a:2', 'a:3']) void first.add(entry(id))
  void first.close()
  const second = await tab('b')
  const received = new Promise<readonly OutboxEntry[]>((resolve) => second.onOrphans(resolve))
  const loaded = await second.load()
  expect(ids(loaded.length > 0 ? loaded : await received)).toEqual(['a:1', 'a:2', 'a:3'])
})

test('an edit written again and then removed stays removed', async () => {
  const tab = newPerson()
  const first = await tab('a')
  await Promise.all([
    first.add(entry('a:1')),
    first.add(entry('a:2')),
    first.add(entry('a:1')),
    first.remove(['a:1']),
  ])
  await first.close()
  expect(ids(await (await tab('b')).load())).toEqual(['a:2'])
})

test('edits that a page continues at its start are not announced as left behind', async () => {
  const tab = newPerson()
  const first = await tab('a')
  await first.add(entry('a:1'))
  await first.close()
  const second = await tab('b')
  expect(ids(await second.load())).toEqual(['a:1'])
  const third = await tab('c')
  await third.load()
  await third.add(entry('c:1'))
  const received = new Promise<readonly OutboxEntry[]>((resolve) => second.onOrphans(resolve))
  await third.close()
  expect(ids(await received)).toEqual(['c:1'])
})

test('people and spaces are kept apart', async () => {
  const [ada, bob] = [newPerson(), newPerson()]
  const first = await ada('a')
  await first.add(entry('a:1'))
  await first.close()
  expect(await (await bob('b')).load()).toEqual([])
  expect(await (await ada('c', 'other')).load()).toEqual([])
  expect(ids(await (await ada('d')).load())).toEqual(['a:1'])
})

test('edits of several closed tabs are sent in the order in which they were made', async () => {
  const tab = newPerson()
  const [early, late] = [await tab('z'), await tab('a')]
  const write = async (outbox: RoomOutbox, id: string, atMs: number) => {
    nowMs = atMs
    await outbox.add(entry(id))
  }
  await write(early, 'z:1', 1000)
  await write(late, 'a:1', 2000)
  await write(early, 'z:2', 3000)
  // The clock was set back; within a tab the counter decides.
  await write(early, 'z:3', 500)
  await write(late, 'a:2', 4000)
  await early.close()
  await late.close()
  expect(ids(await (await tab('m')).load())).toEqual(['z:1', 'a:1', 'z:2', 'z:3', 'a:2'])
})

test('without locks every tab sends what it finds but continues nothing; without a database edits live in memory', async () => {
  const uid = `plain-${performance.timeOrigin}`
  const plain = { ...host, locks: undefined }
  const first = await openOutbox({ uid, wid: 'w', tab: 'a' }, plain)
  await first.add(entry('a:1'))
  const second = await openOutbox({ uid, wid: 'w', tab: 'b' }, plain)
  expect(await second.load()).toEqual([])
  const received = new Promise<readonly OutboxEntry[]>((resolve) => second.onOrphans(resolve))
  expect([ids(await received), second.coordinated]).toEqual([['a:1'], false])
  const memory = await openOutbox({ uid, wid: 'w', tab: 'c' }, { ...plain, indexedDB: undefined })
  await memory.add(entry('c:1'))
  expect([memory.isDurable.value, ids(await memory.load())]).toEqual([false, ['c:1']])
  await memory.remove(['c:1'])
  expect(await memory.load()).toEqual([])
  await first.close()
  await second.close()
})

test('a failed write throws, and edits are no longer durable after it', async () => {
  const outbox = await newPerson()('a')
  await outbox.add(entry('a:1'))
  expect(outbox.isDurable.value).toBe(true)
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await expect(outbox.add(entry('a:2'))).rejects.toThrow('full')
  put.mockRestore()
  expect(outbox.isDurable.value).toBe(false)
  await outbox.close()
})

test('a tab is notified of unsent edits of other open tabs, and when they have been sent', async () => {
  const tab = newPerson()
  const first = await tab('a')
  await first.add(entry('a:1'))
  const second = await tab('b')
  await second.add(entry('b:1'))
  const received: string[][] = []
  let resolveNotified = () => {}
  const next = async (length: number) => {
    while (received.length < length) await new Promise<void>((resolve) => (resolveNotified = resolve))
    return received[length - 1]
  }
  second.onOtherTabs((entries) => {
    received.push(ids(entries))
    resolveNotified()
  })
  expect(await next(1)).toEqual(['a:1'])
  await first.add(entry('a:2'))
  expect(await next(2)).toEqual(['a:1', 'a:2'])
  await first.remove(['a:1', 'a:2'])
  expect(await next(3)).toEqual([])
})
