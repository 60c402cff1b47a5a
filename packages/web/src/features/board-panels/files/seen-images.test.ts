import { expect, test } from 'vitest'
import { fakeClock } from '../../../platform/fake-clock.ts'
import type { ImageStore } from '../../../platform/offline/image-store.ts'
import { NoResponseError } from '../../../platform/network/send.ts'
import { createSeenImages } from './seen-images.ts'

const flushMicrotasks = async (): Promise<void> => {
  for (let step = 0; step < 20; step += 1) await Promise.resolve()
}

/** A board that shows images `a`, `b` …; `types` names the files that are not images. */
function createTestImages(storedFiles: readonly string[] = [], types: Readonly<Record<string, string>> = {}) {
  const clock = fakeClock()
  const stored = new Map(storedFiles.map((file) => [file, new Blob([file])]))
  const requests: string[] = []
  const state = { isDown: false }
  const imageStore: ImageStore = {
    read: (file) => Promise.resolve(stored.get(file) ?? null),
    write: (file, bytes) => Promise.resolve(void stored.set(file, bytes)),
    close: () => void requests.push('closed'),
  }
  const images = createSeenImages({
    imageStore,
    getUrl(file) {
      requests.push(file)
      if (state.isDown) return Promise.reject(new NoResponseError('file.download', 'unreachable'))
      return Promise.resolve(`https://files/${file}`)
    },
    fetchBytes: (address) =>
      Promise.resolve(new Blob([address], { type: types[address.slice(-1)] ?? 'image/png' })),
    clock,
  })
  return { images, stored, requests, clock, state }
}

test('a cached image is read from the cache once for concurrent requests', async () => {
  const { images, requests } = createTestImages(['a'])
  const objectUrl = await images.getObjectUrl('a')
  expect(objectUrl).toMatch(/^blob:/)
  expect(await images.getObjectUrl('a')).toBe(objectUrl)
  expect(await (await fetch(objectUrl)).text()).toBe('a')
  expect(await (await images.read('a')).text()).toBe('a')
  expect(requests).toEqual([])
  images.dispose()
  await expect(fetch(objectUrl)).rejects.toThrow()
  expect(requests).toEqual(['closed'])
})

test('an image that is not cached is shown from the server at once and cached later; other files are not', async () => {
  const { images, stored, clock } = createTestImages([], { b: 'application/pdf' })
  expect(await images.getObjectUrl('a')).toBe('https://files/a')
  await images.getObjectUrl('b')
  await images.getObjectUrl('a')
  await flushMicrotasks()
  expect(stored.size).toBe(0)
  clock.pass(3_000)
  await flushMicrotasks()
  expect([...stored.keys()]).toEqual(['a'])
  expect(await images.getObjectUrl('a')).toMatch(/^blob:/)
})

test('offline, the placeholder waits for its image, and an export fails at once', async () => {
  const { images, clock, state } = createTestImages()
  state.isDown = true
  let address = ''
  void images.getObjectUrl('a').then((found) => (address = found))
  await expect(images.read('a')).rejects.toThrow(NoResponseError)
  for (let hour = 0; hour < 360; hour += 1) {
    clock.pass(10_000)
    await flushMicrotasks()
  }
  state.isDown = false
  expect(address).toBe('')
  clock.pass(10_000)
  await flushMicrotasks()
  expect(address).toBe('https://files/a')
})
