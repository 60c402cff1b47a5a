import type { StoredStep, UndoHistory } from '@tavla/canvas'
import { expect, test } from 'vitest'
import { openDatabase, waitForCommit, waitForRequest } from '../database.ts'
import { openUndoStore, undoDatabase } from './undo-store.ts'

const dayMs = 86_400_000
let nowMs = 1_700_000_000_000
const host = { indexedDB, now: () => nowMs }
let person = 0
const newPerson = () => ({ uid: `u${(person += 1)}-${performance.timeOrigin}`, wid: 'board' })

function getStep(id: string, inverse: StoredStep['edits'][number]['inverse'] = getRemoval(id)): StoredStep {
  const edit = { id, seq: 3, inverse, standIns: [['e1 x', 4]] as const, alternatives: [5], lost: ['e2'] }
  return { mark: `mark-${id}`, edits: [edit] }
}

function getRemoval(id: string): StoredStep['edits'][number]['inverse'] {
  return [{ op: 'remove', ids: [`element-${id}`] }]
}

const getHistory = (undo: readonly StoredStep[], redo: readonly StoredStep[] = []): UndoHistory => ({
  undo,
  redo,
  schema: { rect: 1 },
})

async function listKeys(uid: string): Promise<string[]> {
  const database = (await openDatabase(indexedDB, undoDatabase))!
  const keys = await waitForRequest(database.transaction('steps').objectStore('steps').getAllKeys())
  database.close()
  return keys.map(String).filter((key) => key.startsWith(uid))
}

test('steps to undo and redo are there after the board was opened again', async () => {
  const place = newPerson()
  const history = getHistory([getStep('t:1'), getStep('t:2')], [getStep('t:3')])
  await openUndoStore(place, host).save(history)
  expect(await openUndoStore(place, host).load()).toEqual(history)
  expect(await openUndoStore({ ...place, wid: 'other' }, host).load()).toBeUndefined()
})

test('an inverse is copied once, not with every later step', async () => {
  let copies = 0
  const inverse: StoredStep['edits'][number]['inverse'] = [
    {
      op: 'remove',
      get ids() {
        copies++
        return ['many']
      },
    },
  ]
  const place = newPerson()
  const undoStore = openUndoStore(place, host)
  await undoStore.save(getHistory([getStep('t:1', inverse)]))
  await undoStore.save(getHistory([getStep('t:1', inverse), getStep('t:2')]))
  await undoStore.save(getHistory([getStep('t:1', inverse)], [getStep('t:2')]))
  expect(copies).toBe(1)
  const loaded = await openUndoStore(place, host).load()
  expect(loaded?.undo[0]?.edits[0]?.inverse).toEqual([{ op: 'remove', ids: ['many'] }])
})

test('an inverse that changed when its edit was accepted is stored again', async () => {
  const place = newPerson()
  const undoStore = openUndoStore(place, host)
  await undoStore.save(getHistory([getStep('t:1')]))
  const accepted = getHistory([getStep('t:1', getRemoval('accepted'))])
  await undoStore.save(accepted)
  expect(await openUndoStore(place, host).load()).toEqual(accepted)
})

test('two tabs with one board leave the steps of the one that saved last, complete', async () => {
  const place = newPerson()
  const [first, second] = [openUndoStore(place, host), openUndoStore(place, host)]
  await first.save(getHistory([getStep('a:1')]))
  const shared = (await second.load())!
  await second.save(getHistory([...shared.undo, getStep('b:1')]))
  await openUndoStore(place, host).load()
  const last = getHistory([getStep('a:1'), getStep('a:2')])
  await first.save(last)
  expect(await openUndoStore(place, host).load()).toEqual(last)
})

test('steps stored by earlier versions, in one row, can be undone', async () => {
  const place = newPerson()
  const history = getHistory([getStep('t:1')])
  const database = (await openDatabase(indexedDB, undoDatabase))!
  const transaction = database.transaction('steps', 'readwrite')
  transaction.objectStore('steps').put({ place: `${place.uid} ${place.wid}`, at: nowMs, history })
  await waitForCommit(transaction)
  database.close()
  const undoStore = openUndoStore(place, host)
  expect(await undoStore.load()).toEqual(history)
  await undoStore.save(history)
  expect(await openUndoStore(place, host).load()).toEqual(history)
})

test('inverses of steps that can no longer be undone are deleted after a day', async () => {
  const place = newPerson()
  const undoStore = openUndoStore(place, host)
  await undoStore.save(getHistory([getStep('t:1'), getStep('t:2')]))
  await undoStore.save(getHistory([getStep('t:2')]))
  const count = (await listKeys(place.uid)).length
  nowMs += dayMs / 2
  await openUndoStore(place, host).load()
  expect(await listKeys(place.uid)).toHaveLength(count)
  nowMs += dayMs
  await openUndoStore(place, host).load()
  expect(await listKeys(place.uid)).toHaveLength(count - 1)
})
