import { expect, test } from 'vitest'
import { Page } from './page.ts'

const sizes = [3, 8, 25, 0, 10, 4, 6, 31, 1]
const all = sizes.map((size, index) => new Uint8Array(size).fill(index + 1))

test('pages of any size contain everything, in order, and none exceeds its limit', () => {
  for (let most = 1; most <= 40; most += 1) {
    const whole: number[][] = all.map(() => [])
    let [at, from, pages] = [0, 0, 0]
    while (at < all.length) {
      const page = new Page(most, from)
      let size = 0
      for (; at < all.length && !page.isFull; at += page.isFull ? 0 : 1) {
        const part = page.add(all[at] ?? new Uint8Array())
        whole[at]?.push(...(part ?? []))
        size += part?.length ?? 0
      }
      from = page.from
      pages += 1
      expect(size).toBeLessThanOrEqual(most)
    }
    expect(whole).toEqual(all.map((bytes) => [...bytes]))
    expect(pages).toBeLessThanOrEqual(sizes.reduce((sum, size) => sum + Math.floor(size / most) + 1, 0))
  }
})

test('a skipped item takes nothing from the next page', () => {
  const page = new Page(10, 5)
  page.skip()
  expect(page.add(new Uint8Array(7))).toHaveLength(7)
})
