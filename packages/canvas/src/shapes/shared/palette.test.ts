import { expect, it } from 'vitest'
import { boardColors, colorNames, contrast, inkOn, toneOf } from './palette.ts'

it.each(colorNames)('%s can be read on and seen, in both themes', (name) => {
  for (const theme of ['light', 'dark'] as const) {
    const soft = toneOf(name, 'soft', theme)
    const strong = toneOf(name, 'strong', theme)
    expect(contrast(inkOn(soft), soft)).toBeGreaterThan(7)
    expect(contrast(inkOn(strong), strong)).toBeGreaterThan(4.4)
    if (name !== 'paper') expect(contrast(strong, boardColors[theme].paper)).toBeGreaterThan(4.5)
  }
})

it('draws a colour it does not know in ink', () => {
  expect(toneOf('mauve', 'strong', 'light')).toBe(toneOf('ink', 'strong', 'light'))
  expect(toneOf('#AbCdEf', 'soft', 'dark')).toBe('#AbCdEf')
})
