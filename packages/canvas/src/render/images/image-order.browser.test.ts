import { expect, it } from 'vitest'
import { getElement } from '../../shapes/testing/records.ts'
import { getBench } from '../testing.ts'

it('loads the images of the view before those that it painted ahead', async () => {
  const asked: string[] = []
  const come: (() => void)[] = []
  const bench = getBench(
    Array.from({ length: 30 }, (_, i) =>
      getElement('image', {
        id: `i${i}`,
        z: `i${i}`,
        file: `${i}`,
        x: 600 * (i % 5),
        y: 500 * Math.floor(i / 5),
        w: 500,
        h: 400,
      }),
    ),
    {
      size: { w: 500, h: 400 },
      imageUrl: (file) => file,
      imageWorker: {
        async read(url) {
          asked.push(url)
          await new Promise<void>((resolve) => come.push(resolve))
          throw new Error('gone')
        },
        open: () => new Worker('data:text/javascript,'),
      },
    },
  )
  // Shorter than the time after which slow loads end the limit.
  const show = (): void => {
    for (let i = 0; i < 40; i++) bench.frame()
  }
  show()
  await expect.poll(() => asked.length).toBe(6)
  bench.camera.value = { x: 600, y: 2500, zoom: 1 }
  show()
  come[0]!()
  await expect.poll(() => asked.length).toBe(7)
  expect(asked[0]).toBe('0')
  expect(asked[6]).toBe('26')
  bench.dispose()
})
