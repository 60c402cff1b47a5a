import { waitingUploadLimits } from '@tavla/contract'
import { afterEach, expect, test } from 'vitest'
import { isLocalFile, openWaitingFiles, type WaitingFiles } from './waiting-files.ts'

const open: WaitingFiles[] = []
let people = 0
let ids = 0
let nowMs = 1_700_000_000_000

function newPerson() {
  const uid = `u${++people}-${performance.timeOrigin}`
  return async (factory: IDBFactory | null = indexedDB) => {
    const host = { indexedDB: factory ?? undefined, now: () => nowMs++, randomId: () => `id${++ids}` }
    const files = await openWaitingFiles({ uid, wid: 'w' }, host)
    open.push(files)
    return files
  }
}

const createImage = (bytes = 3) => new Blob([new Uint8Array(bytes)], { type: 'image/png' })

afterEach(() => {
  for (const files of open.splice(0)) files.close()
})

test('a pending file survives reloads with its bytes, and is removed when it has been uploaded', async () => {
  const tab = newPerson()
  const first = await tab()
  const id = await first.add(createImage(), 'a.png')
  expect(isLocalFile(id)).toBe(true)
  first.close()
  const second = await tab()
  const [file] = second.list.value
  expect([file?.id, file?.name, file?.fileId, file?.bytes.size, file?.bytes.type]).toEqual([
    id,
    'a.png',
    null,
    3,
    'image/png',
  ])
  await second.change(id, { fileId: 'stored' })
  expect((await tab()).list.value[0]?.fileId).toBe('stored')
  await second.remove(id)
  expect((await tab()).list.value).toEqual([])
})

test('another tab is notified', async () => {
  const tab = newPerson()
  const [first, second] = [await tab(), await tab()]
  const received = new Promise<void>((resolve) => {
    const stop = second.list.subscribe((list) => {
      if (list.length === 0) return
      resolve()
      queueMicrotask(() => stop())
    })
  })
  await first.add(createImage(), 'a.png')
  await received
})

test('without storage it is held in memory, and the store says so', async () => {
  const files = await newPerson()(null)
  const id = await files.add(createImage(), 'a.png')
  expect([files.list.value[0]?.id, files.isDurable.value]).toEqual([id, false])
  await files.remove(id)
  expect(files.list.value).toEqual([])
})

test('more than the browser’s limit is refused before it is on the board', async () => {
  const files = await newPerson()(null)
  const large = Object.defineProperty(createImage(), 'size', { value: waitingUploadLimits.bytes })
  await files.add(large, 'large.png')
  await expect(files.add(createImage(), 'a.png')).rejects.toThrow('Too many files')
})
