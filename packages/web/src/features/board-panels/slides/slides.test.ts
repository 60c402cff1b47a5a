import { expect, test } from 'vitest'
import { getAudienceUrl, isAudienceWindow } from './audience.ts'
import {
  chooseFirstSlide,
  findSlide,
  formatElapsed,
  getKeyStep,
  getPressStep,
  getNextIndex,
  getShownArea,
} from './slides.ts'

const slide = (id: string) => ({ id, title: '', notes: '', x: 0, y: 0, w: 10, h: 10 })
const slides = ['a', 'b', 'c'].map(slide)

test('a slideshow starts with the selected frame, otherwise with the first', () => {
  expect(chooseFirstSlide(slides, ['x', 'b'])).toEqual({ id: 'b', index: 1 })
  expect(chooseFirstSlide(slides, [])).toEqual({ id: 'a', index: 0 })
  expect(chooseFirstSlide([], [])).toEqual({ id: null, index: 0 })
})

test('the shown slide is kept while others add and remove slides before it, and replaced when it is removed', () => {
  expect(findSlide([slide('new'), ...slides], { id: 'b', index: 1 })).toBe(2)
  expect(findSlide(['a', 'c'].map(slide), { id: 'b', index: 1 })).toBe(1)
  expect(findSlide([slide('a')], { id: 'c', index: 2 })).toBe(0)
  expect(findSlide([], { id: 'c', index: 2 })).toBe(-1)
})

test('keys work as in other presentation programs, and stop at both ends', () => {
  expect(['ArrowRight', 'PageDown', ' ', 'Enter'].map((key) => getKeyStep(key, false))).toEqual(
    Array.from({ length: 4 }, () => 'next'),
  )
  expect(['ArrowLeft', 'PageUp', 'Backspace'].map((key) => getKeyStep(key, false))).toEqual(
    Array.from({ length: 3 }, () => 'previous'),
  )
  expect(getKeyStep(' ', true)).toBe('previous')
  expect(getKeyStep('x', false)).toBeUndefined()
  expect(getNextIndex('next', 2, 3)).toBe(2)
  expect(getNextIndex('previous', 0, 3)).toBe(0)
  expect([getNextIndex('first', 1, 3), getNextIndex('last', 1, 3)]).toEqual([0, 2])
})

test('a swipe is read by its direction, a tap by its side of the screen', () => {
  expect(getPressStep(300, 50, 390)).toBe('next')
  expect(getPressStep(50, 300, 390)).toBe('previous')
  expect(getPressStep(60, 70, 390)).toBe('previous')
  expect(getPressStep(200, 195, 390)).toBe('next')
})

test('the clock counts minutes and seconds, and hours when there are any', () => {
  expect([0, 65_999, 3_599_000, 3_661_000].map(formatElapsed)).toEqual(['0:00', '1:05', '59:59', '1:01:01'])
})

test('a slide fills what is free beside the notes, centred there', () => {
  const box = { x: 100, y: 50, w: 400, h: 300 }
  expect(getShownArea(box, { w: 800, h: 600 }, { w: 800, h: 600 })).toEqual(box)
  expect(getShownArea(box, { w: 1_200, h: 600 }, { w: 800, h: 600 })).toEqual({ ...box, w: 600 })
  expect(getShownArea(box, { w: 400, h: 800 }, { w: 400, h: 500 })).toEqual({
    x: 100,
    y: -50,
    w: 400,
    h: 800,
  })
  expect(getShownArea({ ...box, w: 0, h: 0 }, { w: 9, h: 9 }, { w: 9, h: 9 })).toEqual({ ...box, w: 0, h: 0 })
})

test('the window for the audience is known by its URL, which keeps the page', () => {
  const url = getAudienceUrl('https://tavla.example/app/whiteboard?w=b1&p=p2#members')
  expect(url).toBe('https://tavla.example/app/whiteboard?w=b1&p=p2&audience=1')
  expect(isAudienceWindow(new URL(url).search)).toBe(true)
  expect(isAudienceWindow('?w=b1&audience=0')).toBe(false)
})
