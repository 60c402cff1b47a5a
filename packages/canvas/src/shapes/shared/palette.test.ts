import { expect, it } from 'vitest'
import { boardColors, colorNames, contrast, getInk, getTone } from './palette.ts'

it.each(colorNames)('%s can be read on and seen, in both themes', (name) => {
  for (const theme of ['light', 'dark'] as const) {
    const soft = getTone(name, 'soft', theme)
    const strong = getTone(name, 'strong', theme)
    expect(contrast(getInk(soft), soft)).toBeGreaterThan(7)
    expect(contrast(getInk(strong), strong)).toBeGreaterThan(4.4)
    if (name !== 'paper') expect(contrast(strong, boardColors[theme].paper)).toBeGreaterThan(4.5)
  }
})

it('draws unknown colours in ink', () => {
  expect(getTone('mauve', 'strong', 'light')).toBe(getTone('ink', 'strong', 'light'))
  expect(getTone('#AbCdEf', 'soft', 'dark')).toBe('#AbCdEf')
})

/** In OKLab, where equal distances look about equally different. */
function toLab(hex: string): [number, number, number] {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

it('has dark fills that can be told apart', () => {
  for (const name of colorNames) {
    const [a, b, c] = toLab(getTone(name, 'soft', 'dark'))
    for (const other of colorNames) {
      if (other === name) continue
      const [x, y, z] = toLab(getTone(other, 'soft', 'dark'))
      expect(Math.hypot(a - x, b - y, c - z), `${name} and ${other}`).toBeGreaterThan(0.05)
    }
  }
})
