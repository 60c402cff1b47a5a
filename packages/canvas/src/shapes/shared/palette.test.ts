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
