import { describe, expect, it } from 'vitest'
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
