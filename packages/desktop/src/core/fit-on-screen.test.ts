import { expect, it } from 'vitest'
import { fitOnScreen } from './fit-on-screen.ts'

it('moves a window back whose screen is gone, and keeps others in place', () => {
  const screen = { left: 0, top: 0, width: 1280, height: 800 }
  const window = { left: 100, top: 50, width: 900, height: 600 }
  expect(fitOnScreen(window, screen)).toBeUndefined()
  expect(fitOnScreen({ ...window, left: -400 }, screen)).toBeUndefined()
  expect(fitOnScreen({ ...window, left: 2600 }, screen)).toEqual({
    left: 190,
    top: 100,
    width: 900,
    height: 600,
  })
})
