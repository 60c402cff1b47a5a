import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { Camera, type CameraState } from './camera.ts'

const still = { now: () => 0, frame: () => () => undefined, after: () => () => undefined }

function setUp(stored: Record<string, CameraState> = {}) {
  const saved = new Map(Object.entries(stored))
  const store = {
    load: (page: string) => saved.get(page),
    save: (page: string, camera: CameraState) => void saved.set(page, camera),
  }
  return { saved, camera: new Camera({ clock: still, store, reducedMotion: () => true }) }
}

const content = { x: 1000, y: 500, w: 400, h: 200 }

describe('opening a page', () => {
  it('fits and centres its content', () => {
    const { camera } = setUp()
    camera.resize({ w: 1000, h: 600 })
    camera.open('p', content)
    expect(camera.state.value).toEqual({ x: 700, y: 300, zoom: 1 })
  })

  it('waits until the view has a size, and stores nothing until then', () => {
    const { camera, saved } = setUp()
    camera.open('p', content)
    camera.flush()
    expect(saved.size).toBe(0)
    camera.resize({ w: 0, h: 600 })
    camera.resize({ w: 1000, h: 600 })
    expect(camera.state.value).toEqual({ x: 700, y: 300, zoom: 1 })
    camera.flush()
    expect(saved.get('p')).toEqual({ x: 700, y: 300, zoom: 1 })
  })

  it('centres the origin on an empty page', () => {
    const { camera } = setUp()
    camera.open('p', undefined)
    camera.resize({ w: 1000, h: 600 })
    expect(camera.state.value).toEqual({ x: -500, y: -300, zoom: 1 })
  })

  it('restores the last camera, whatever the view’s size', () => {
    const { camera } = setUp({ p: { x: 5, y: 6, zoom: 2 } })
    camera.open('p', content)
    camera.resize({ w: 1000, h: 600 })
    expect(camera.state.value).toEqual({ x: 5, y: 6, zoom: 2 })
  })

  it('happens once: a later resize keeps the camera', () => {
    const { camera } = setUp()
    camera.open('p', content)
    camera.resize({ w: 1000, h: 600 })
    camera.resize({ w: 500, h: 600 })
    expect(camera.state.value).toEqual({ x: 700, y: 300, zoom: 1 })
  })
})

describe('zooming in steps', () => {
  const gliding = () => {
    const clock = createFakeClock()
    const camera = new Camera({ clock, store: { load: () => undefined, save: () => undefined } })
    camera.resize({ w: 1000, h: 600 })
    camera.open('p', undefined)
    return { clock, camera }
  }

  it('ends at the same zoom for slow and rapid presses', () => {
    const { clock, camera } = gliding()
    for (let i = 0; i < 6; i++) {
      camera.stepZoom(1.25)
      clock.tick(40)
    }
    clock.tick(1_000)
    expect(camera.state.value.zoom).toBeCloseTo(1.25 ** 6)
    expect(camera.toPage({ x: 500, y: 300 })).toMatchObject({ x: expect.closeTo(0), y: expect.closeTo(0) })
  })

  it('starts from the current view after a pan', () => {
    const { clock, camera } = gliding()
    camera.stepZoom(4)
    clock.tick(40)
    camera.panBy(10, 0)
    const { zoom } = camera.state.value
    camera.stepZoom(2)
    clock.tick(1_000)
    expect(camera.state.value.zoom).toBeCloseTo(zoom * 2)
  })
})
