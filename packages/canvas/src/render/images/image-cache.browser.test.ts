import { expect, it } from 'vitest'
import { createImageCache, type ImageCacheOptions } from './image-cache.ts'
import type { DecodeImage } from './image-decoder.ts'
import type { ImageNeed } from './load-queue.ts'

/** A clock that the test advances. */
function createManualClock() {
  let nowMs = 0
  let waiting: { at: number; run: () => void }[] = []
  return {
    now: () => nowMs,
    after(delayMs: number, run: () => void) {
      waiting.push({ at: nowMs + delayMs, run })
      return () => undefined
    },
    pass(ms: number) {
      nowMs += ms
      const due = waiting.filter(({ at }) => at <= nowMs)
      waiting = waiting.filter(({ at }) => at > nowMs)
      for (const { run } of due) run()
    },
  }
}

async function pictureUrl(): Promise<string> {
  const canvas = new OffscreenCanvas(40, 20)
  canvas.getContext('2d')
  return URL.createObjectURL(await canvas.convertToBlob({ type: 'image/png' }))
}

const decode: DecodeImage = async (url) => await createImageBitmap(await (await fetch(url)).blob())

function createCache(options: Pick<ImageCacheOptions, 'getUrl'> & Partial<ImageCacheOptions>) {
  return createImageCache({
    isVisible: () => true,
    onReady: () => undefined,
    clock: createManualClock(),
    decode,
    ...options,
  })
}

/** Every reaction to a promise that is settled already has run: they all come before the next message. */
function settled(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

it('waits for the URL and notifies when the image has loaded', async () => {
  const url = await pictureUrl()
  const ready = new Promise<string>((resolve) => {
    const cache = createCache({ getUrl: () => Promise.resolve(url), onReady: resolve })
    expect(cache.get('f', 100)).toBeUndefined()
  })
  expect(await ready).toBe('f')
})

it('retries failed images with growing delays, then gives up', async () => {
  const clock = createManualClock()
  let asked = 0
  const refreshed: string[] = []
  const cache = createCache({
    getUrl: () => {
      asked += 1
      return Promise.reject(new Error('offline'))
    },
    onReady: (id) => refreshed.push(id),
    clock,
  })
  const draw = async () => {
    cache.get('f', 100)
    await settled()
  }
  await draw()
  await draw()
  expect(asked).toBe(1)
  clock.pass(2_000)
  expect(refreshed).toEqual(['f'])
  await draw()
  expect(asked).toBe(2)
  clock.pass(2_000)
  await draw()
  expect(asked).toBe(2)
  for (let i = 0; i < 10; i++) {
    clock.pass(120_000)
    await draw()
  }
  expect(asked).toBe(6)
})

it('shows the image once the network is back', async () => {
  const clock = createManualClock()
  const url = await pictureUrl()
  let online = false
  const cache = createCache({
    getUrl: () => (online ? url : Promise.reject(new Error('offline'))),
    clock,
  })
  cache.get('f', 100)
  await settled()
  online = true
  clock.pass(2_000)
  cache.get('f', 100)
  await expect.poll(() => cache.get('f', 100)?.width).toBe(40)
  cache.dispose()
})

it('notifies of a larger size, but not of a smaller one, which shows nothing new', async () => {
  const url = await pictureUrl()
  const notified: string[] = []
  let decoded = 0
  const cache = createCache({
    getUrl: () => url,
    onReady: (id) => notified.push(id),
    decode: async (from, width) => {
      const bitmap = await decode(from, width)
      decoded += 1
      return bitmap
    },
  })
  for (const [width, times] of [
    [500, 1],
    [200, 1],
    [900, 2],
  ] as const) {
    const before = decoded
    cache.get('f', width)
    await expect.poll(() => decoded).toBe(before + 1)
    await settled()
    expect(notified).toHaveLength(times)
  }
  cache.dispose()
})

it('needs each image in the size asked for last only, and first what is visible by now', async () => {
  const url = await pictureUrl()
  const asked: [number, () => ImageNeed][] = []
  let isVisible = true
  const cache = createCache({
    getUrl: () => url,
    isVisible: () => isVisible,
    decode: async (_from, width, getNeed) => {
      asked.push([width, getNeed!])
      return await new Promise(() => undefined)
    },
  })
  const listNeeds = (): [number, ImageNeed][] => asked.map(([width, getNeed]) => [width, getNeed()])
  for (const width of [100, 200, 500]) cache.get('f', width)
  await expect.poll(() => asked.length).toBe(3)
  expect(listNeeds()).toEqual([
    [128, 'none'],
    [256, 'none'],
    [512, 'visible'],
  ])
  cache.get('f', 200)
  isVisible = false
  expect(listNeeds()).toEqual([
    [128, 'none'],
    [256, 'ahead'],
    [512, 'none'],
  ])
  cache.dispose()
  expect(listNeeds().every(([, need]) => need === 'none')).toBe(true)
})

it('loads images although the addresses of others do not come, as of those never seen before while offline', async () => {
  const url = await pictureUrl()
  const cache = createCache({
    getUrl: (file) => (file === 'seen' ? url : new Promise(() => undefined)),
  })
  for (let i = 0; i < 20; i++) cache.get(`never ${i}`, 100)
  cache.get('seen', 100)
  await expect.poll(() => cache.get('seen', 100)).toBeDefined()
  cache.dispose()
})
