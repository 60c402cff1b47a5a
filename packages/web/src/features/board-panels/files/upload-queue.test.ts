import { signal } from '@preact/signals-core'
import type { BoardRecord, Change, LiveDocument } from '@tavla/canvas'
import { Refusal } from '@tavla/contract'
import { expect, test } from 'vitest'
import { fakeClock } from '../../../platform/fake-clock.ts'
import { NoResponseError } from '../../../platform/network/send.ts'
import type { WaitingFile, WaitingFiles } from '../../../platform/offline/waiting-files.ts'
import { createUploadQueue } from './upload-queue.ts'

const file = (id: string): WaitingFile => ({
  id: `local:${id}`,
  name: `${id}.png`,
  bytes: new Blob([id]),
  at: 0,
  fileId: null,
  refused: null,
})

function setUp(waiting: readonly WaitingFile[], named: readonly string[]) {
  const list = signal(waiting)
  const records = new Map(
    named.map((id, i) => [
      `r${i}`,
      { id: `r${i}`, kind: 'image', file: `local:${id}` } as unknown as BoardRecord,
    ]),
  )
  const listeners = new Set<() => void>()
  const document = {
    ids: () => records.keys(),
    get: (id: string) => records.get(id),
    observe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  } as unknown as LiveDocument
  const files: WaitingFiles = {
    list,
    isDurable: signal(true),
    add: () => Promise.reject(new Error('not asked')),
    async change(id, changed) {
      list.value = list.value.map((each) => (each.id === id ? { ...each, ...changed } : each))
    },
    async remove(id) {
      list.value = list.value.filter((each) => each.id !== id)
    },
    close: () => undefined,
  }
  const isOnline = signal(false)
  const clock = fakeClock()
  const sent: string[] = []
  let answer: () => Promise<string> = () => Promise.resolve(`stored-${sent.length}`)
  const queue = createUploadQueue({
    name: `test-${Math.floor(performance.now() * 1000)}`,
    files,
    document,
    isOnline,
    locks: undefined,
    clock,
    send(file) {
      sent.push(file.name)
      return answer()
    },
    amend(changes: readonly Change[]) {
      for (const change of changes)
        if (change.op === 'patch')
          records.set(change.id, { ...records.get(change.id)!, ...change.fields } as BoardRecord)
      return undefined
    },
    storeImage: () => Promise.resolve(),
  })
  return {
    list,
    isOnline,
    clock,
    sent,
    queue,
    getFile: (id: string) => records.get(id)?.['file'],
    getVideo: (id: string) => records.get(id)?.['video'],
    put(id: string, named: string, video?: string) {
      const files = { file: `local:${named}`, ...(video !== undefined && { video: `local:${video}` }) }
      records.set(id, { id, kind: 'image', ...files } as unknown as BoardRecord)
      for (const listener of listeners) listener()
    },
    setAnswer: (next: () => Promise<string>) => void (answer = next),
  }
}

test('files wait for a connection, are uploaded one by one, and every record gets the stored file', async () => {
  const { list, isOnline, sent, getFile, queue } = setUp([file('a'), file('b')], ['a', 'b', 'a'])
  expect(sent).toEqual([])
  isOnline.value = true
  await expect.poll(() => list.value).toEqual([])
  expect(sent).toEqual(['a.png', 'b.png'])
  expect([getFile('r0'), getFile('r1'), getFile('r2')]).toEqual(['stored-1', 'stored-2', 'stored-1'])
  queue.dispose()
})

test('an upload without an answer is retried later, and nothing is lost', async () => {
  const { list, isOnline, sent, clock, setAnswer, queue } = setUp([file('a')], ['a'])
  setAnswer(() => Promise.reject(new NoResponseError('file.put', 'unreachable')))
  isOnline.value = true
  await expect.poll(() => queue.progress.value).toBeNull()
  expect([sent.length, list.value.length]).toEqual([1, 1])
  setAnswer(() => Promise.resolve('stored'))
  clock.pass(15_000)
  await expect.poll(() => list.value).toEqual([])
  queue.dispose()
})

test('a refused file waits for the user, and the next one continues', async () => {
  const { list, isOnline, setAnswer, getFile, queue } = setUp([file('a'), file('b')], ['a', 'b'])
  let first = true
  setAnswer(() => {
    if (!first) return Promise.resolve('stored')
    first = false
    return Promise.reject(
      new Refusal('file.upload', { code: 4052, message: '', data: { reason: 'storage' } }),
    )
  })
  isOnline.value = true
  await expect.poll(() => getFile('r1')).toBe('stored')
  expect(list.value.map(({ name, refused }) => [name, refused?.code])).toEqual([['a.png', 4052]])
  queue.dispose()
})

test('a file that no record refers to is not uploaded until one does', async () => {
  const { list, isOnline, sent, put, queue } = setUp([file('a')], [])
  isOnline.value = true
  expect(sent).toEqual([])
  put('r9', 'a')
  await expect.poll(() => list.value).toEqual([])
  queue.dispose()
})

test('a video and its first frame are uploaded, and each becomes its field', async () => {
  const { list, isOnline, getFile, getVideo, put, queue } = setUp([file('frame'), file('clip')], [])
  put('r0', 'frame', 'clip')
  isOnline.value = true
  await expect.poll(() => list.value).toEqual([])
  expect([getFile('r0'), getVideo('r0')]).toEqual(['stored-1', 'stored-2'])
  queue.dispose()
})

test('a file that was uploaded before the page closed is not uploaded again', async () => {
  const { list, isOnline, sent, getFile, queue } = setUp([{ ...file('a'), fileId: 'stored' }], ['a'])
  isOnline.value = true
  await expect.poll(() => list.value).toEqual([])
  expect([sent, getFile('r0')]).toEqual([[], 'stored'])
  queue.dispose()
})
