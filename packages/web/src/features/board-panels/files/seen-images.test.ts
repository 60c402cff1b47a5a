import { expect, test } from 'vitest'
import { fakeClock } from '../../../platform/fake-clock.ts'
import type { ImageStore } from '../../../platform/offline/image-store.ts'
import { NoResponseError } from '../../../platform/network/send.ts'
import { createSeenImages } from './seen-images.ts'

const turn = async (): Promise<void> => {
  for (let step = 0; step < 20; step += 1) await Promise.resolve()
}

/** A board that shows images `a`, `b` …; `types` names the files that are not images. */
function board(lying: readonly string[] = [], types: Readonly<Record<string, string>> = {}) {
  const clock = fakeClock()
  const here = new Map(lying.map((file) => [file, new Blob([file])]))
  const asked: string[] = []
  const state = { isDown: false }
  const kept: ImageStore = {
    read: (file) => Promise.resolve(here.get(file) ?? null),
    write: (file, bytes) => Promise.resolve(void here.set(file, bytes)),
    close: () => void asked.push('closed'),
  }
  const images = createSeenImages({
    imageStore: kept,
    getUrl(file) {
      asked.push(file)
      if (state.isDown) return Promise.reject(new NoResponseError('file.download', 'unreachable'))
      return Promise.resolve(`https://files/${file}`)
    },
    fetchBytes: (address) =>
      Promise.resolve(new Blob([address], { type: types[address.slice(-1)] ?? 'image/png' })),
    clock,
  })
  return { images, here, asked, clock, state }
}

test('a cached image is read from the cache once for concurrent requests', async () => {
  const { images, asked } = board(['a'])
  const near = await images.getObjectUrl('a')
  expect(near).toMatch(/^blob:/)
  expect(await images.getObjectUrl('a')).toBe(near)
  expect(await (await fetch(near)).text()).toBe('a')
  expect(await (await images.read('a')).text()).toBe('a')
  expect(asked).toEqual([])
  images.dispose()
  await expect(fetch(near)).rejects.toThrow()
  expect(asked).toEqual(['closed'])
})

test('an image that is not cached is shown from the server at once and cached later; other files are not', async () => {
  const { images, here, clock } = board([], { b: 'application/pdf' })
  expect(await images.getObjectUrl('a')).toBe('https://files/a')
  await images.getObjectUrl('b')
  await images.getObjectUrl('a')
  await turn()
  expect(here.size).toBe(0)
  clock.pass(3_000)
  await turn()
  expect([...here.keys()]).toEqual(['a'])
  expect(await images.getObjectUrl('a')).toMatch(/^blob:/)
})

test('offline, the placeholder waits for its image, and an export fails at once', async () => {
  const { images, clock, state } = board()
  state.isDown = true
  let address = ''
  void images.getObjectUrl('a').then((found) => (address = found))
  await expect(images.read('a')).rejects.toThrow(NoResponseError)
  for (let hour = 0; hour < 360; hour += 1) {
    clock.pass(10_000)
    await turn()
  }
  state.isDown = false
  expect(address).toBe('')
  clock.pass(10_000)
  await turn()
  expect(address).toBe('https://files/a')
})
