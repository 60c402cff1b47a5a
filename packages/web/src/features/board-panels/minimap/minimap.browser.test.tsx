import '@mantine/core/styles.css'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { boardOnPage, newRecord } from '../testing.tsx'
import type { BoardOnPage } from '../testing.tsx'
import { Minimap } from './minimap.tsx'

let open: BoardOnPage | undefined

beforeEach(() => page.viewport(1000, 800))
afterEach(() => open?.dispose())

const getMap = () => document.querySelector<HTMLCanvasElement>('[data-testid="minimap"]')

/** Drawn pixels of the map; 0 while it is not open. */
function countPixels(): number {
  const map = getMap()
  const data = map?.getContext('2d')?.getImageData(0, 0, map.width, map.height).data ?? []
  return data.filter((value, i) => i % 4 === 3 && value > 0).length
}

function press(x: number, y: number, type = 'pointerdown'): void {
  const map = getMap()
  const { left, top } = map!.getBoundingClientRect()
  map!.dispatchEvent(
    new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: left + x, clientY: top + y }),
  )
}

test('a press on the map centres the view there, and the command closes the map', async () => {
  open = boardOnPage([
    newRecord('rect', { id: 'a', x: 0, y: 0, fill: 'blue' }),
    newRecord('rect', { id: 'b', x: 20_000, y: 8_000, fill: 'blue' }),
  ])
  const { board } = open
  open.show(<Minimap />)
  expect(getMap()).toBeNull()
  board.run('toggleMinimap')
  await expect.poll(countPixels).toBeGreaterThan(0)
  const before = board.viewport.visible.peek()
  const map = getMap()!
  // Pointer capture needs a real pointer.
  map.setPointerCapture = () => undefined
  press(map.clientWidth / 2, map.clientHeight / 2)
  await expect.poll(() => board.viewport.visible.peek().x).toBeGreaterThan(before.x + 5_000)
  const { x, w, y, h } = board.viewport.visible.peek()
  expect(x + w / 2).toBeGreaterThan(9_000)
  expect(x + w / 2).toBeLessThan(11_500)
  expect(y + h / 2).toBeGreaterThan(3_000)
  board.run('toggleMinimap')
  await expect.poll(getMap).toBeNull()
})

test('the map draws what is on the page', async () => {
  open = boardOnPage([newRecord('rect', { id: 'a', x: 0, y: 0, w: 1_000, h: 800, fill: 'blue' })])
  open.ui.minimap.value = true
  open.show(<Minimap />)
  await expect.poll(countPixels).toBeGreaterThan(1_000)
})

test('the outline of a frame has the same colour as elements', async () => {
  const { style } = document.documentElement
  style.setProperty('--tavla-muted', 'rgb(255, 255, 255)')
  open = boardOnPage([newRecord('frame', { id: 'a', x: 0, y: 0, w: 4_000, h: 3_000 })])
  open.ui.minimap.value = true
  open.show(<Minimap />)
  await expect.poll(countPixels).toBeGreaterThan(100)
  const map = getMap()
  const { data } = map!.getContext('2d')!.getImageData(0, 0, map!.width, map!.height)
  const isWhite = (at: number): boolean => data[at]! > 200 && data[at + 3]! > 40
  expect(data.some((_, i) => i % 4 === 0 && isWhite(i))).toBe(true)
  style.removeProperty('--tavla-muted')
})
