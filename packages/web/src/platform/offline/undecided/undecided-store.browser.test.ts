import type { EditOutcome } from '@tavla/canvas/model'
import { afterEach, expect, test } from 'vitest'
import { discardUndecided, openUndecided, undecidedByBoard, type UndecidedStore } from './undecided-store.ts'

const host = { indexedDB, now: () => 1_700_000_000_000 }
const open: UndecidedStore[] = []
let people = 0

function newPerson() {
  const uid = `u${++people}-${performance.timeOrigin}`
  const tab = async (wid = 'w', factory: IDBFactory | null = indexedDB) => {
    const store = await openUndecided({ uid, wid }, { ...host, indexedDB: factory ?? undefined })
    open.push(store)
    return store
  }
  return { uid, tab }
}

const rejected = (editId: string): EditOutcome => ({
  type: 'rejected',
  editId,
  mark: 'm',
  refusal: { refused: 'role', message: '' },
  changes: [{ op: 'remove', ids: ['a'] }],
  entered: [],
})
const keys = (store: UndecidedStore) => store.items.value.map(({ key }) => key)

/** Resolves when the store shows this; other tabs notify by messages. */
function shows(store: UndecidedStore, expected: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const stop = store.items.subscribe(() => {
      if (keys(store).join() !== expected.join()) return
      resolve()
      queueMicrotask(() => stop())
    })
  })
}

afterEach(async () => {
  for (const store of open.splice(0)) await store.close()
})

test('an undecided item survives its tab, and is the same in every tab until it is decided', async () => {
  const { tab } = newPerson()
  const first = await tab()
  await first.add(rejected('t:1'))
  await first.add(rejected('t:2'))
  await first.add(rejected('t:2'))
  const second = await tab()
  expect(keys(second)).toEqual(['t:1/rejected', 't:2/rejected'])
  const received = shows(first, ['t:2/rejected'])
  await second.discard(['t:1/rejected'])
  await received
  const added = shows(second, ['t:2/rejected', 't:3/rejected'])
  await first.add(rejected('t:3'))
  await added
})

test('items belong to one person and one board', async () => {
  const [ada, bo] = [newPerson(), newPerson()]
  await (await ada.tab()).add(rejected('t:1'))
  await (await ada.tab('other')).add(rejected('t:2'))
  expect(keys(await bo.tab())).toEqual([])
  expect([...(await undecidedByBoard(ada.uid)).keys()].toSorted()).toEqual(['other', 'w'])
  await discardUndecided(ada.uid)
  expect(keys(await ada.tab())).toEqual([])
})

test('without storage an item lives as long as the tab, and the store says so', async () => {
  const { tab } = newPerson()
  const store = await tab('w', null)
  await store.add(rejected('t:1'))
  await shows(store, ['t:1/rejected'])
  expect(store.isDurable.value).toBe(false)
  await store.discard(['t:1/rejected'])
  await shows(store, [])
})

test('beyond the limit nothing more is written, new items are still shown, and their edits stay in the outbox', async () => {
  const { tab } = newPerson()
  const store = await tab()
  const records = Array.from({ length: 20_001 }, (_, i) => ({ id: `r${i}`, by: null }))
  const many: EditOutcome = { type: 'deletesSkipped', editId: 't:1', mark: 'm', records }
  await expect(store.add(many)).rejects.toThrow('Too many')
  expect([store.items.value.length, store.isDurable.value]).toEqual([20_001, false])
})
