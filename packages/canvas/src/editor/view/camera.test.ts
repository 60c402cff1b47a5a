import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { Camera, type CameraState } from './camera.ts'

const still = { now: () => 0, frame: () => () => undefined, after: () => () => undefined }

function setUp(kept: Record<string, CameraState> = {}) {
  const saved = new Map(Object.entries(kept))
  const store = {
    load: (page: string) => saved.get(page),
    save: (page: string, camera: CameraState) => void saved.set(page, camera),
  }
  return { saved, camera: new Camera({ clock: still, store, reducedMotion: () => true }) }
}

const content = { x: 1000, y: 500, w: 400, h: 200 }

describe('opening a page', () => {
  it('shows its content whole and centred', () => {
    const { camera } = setUp()
    camera.resize({ w: 1000, h: 600 })
    camera.open('p', content)
    expect(camera.state.value).toEqual({ x: 700, y: 300, zoom: 1 })
  })

  it('waits for the view to have a size, and keeps nothing until then', () => {
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

  it('has the origin in the middle while there is nothing', () => {
    const { camera } = setUp()
    camera.open('p', undefined)
    camera.resize({ w: 1000, h: 600 })
    expect(camera.state.value).toEqual({ x: -500, y: -300, zoom: 1 })
  })

  it('goes back to where it was left, whatever size the view has', () => {
    const { camera } = setUp({ p: { x: 5, y: 6, zoom: 2 } })
    camera.open('p', content)
    camera.resize({ w: 1000, h: 600 })
    expect(camera.state.value).toEqual({ x: 5, y: 6, zoom: 2 })
  })

  it('is placed once: a later size of the view leaves it alone', () => {
    const { camera } = setUp()
    camera.open('p', content)
    camera.resize({ w: 1000, h: 600 })
    camera.resize({ w: 500, h: 600 })
    expect(camera.state.value).toEqual({ x: 700, y: 300, zoom: 1 })
  })
})

describe('zooming step by step', () => {
  const gliding = () => {
    const clock = createFakeClock()
    const camera = new Camera({ clock, store: { load: () => undefined, save: () => undefined } })
    camera.resize({ w: 1000, h: 600 })
    camera.open('p', undefined)
    return { clock, camera }
  }

  it('ends where slow presses end, however quickly the keys come', () => {
    const { clock, camera } = gliding()
    for (let i = 0; i < 6; i++) {
      camera.stepZoom(1.25)
      clock.tick(40)
    }
    clock.tick(1_000)
    expect(camera.state.value.zoom).toBeCloseTo(1.25 ** 6)
    expect(camera.toPage({ x: 500, y: 300 })).toMatchObject({ x: expect.closeTo(0), y: expect.closeTo(0) })
  })

  it('counts from what is in view after a hand has taken the page', () => {
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
