import { describe, expect, it } from 'vitest'
import { Stacking } from './stacking.ts'

describe('layers of blocks and images', () => {
  it('are as many as overlap, however many there are', () => {
    const stacking = new Stacking(512, 512)
    for (let x = 0; x < 480; x += 48) {
      expect(stacking.addBlock(x, 0, x + 40, 40)).toBe(0)
      expect(stacking.addImage(x, 0, x + 40, 40)).toBe(0)
      expect(stacking.addBlock(x + 8, 8, x + 16, 16)).toBe(1)
      expect(stacking.addImage(x + 24, 8, x + 32, 16)).toBe(0)
    }
  })

  it('have every block and image over what was added before in its place', () => {
    const stacking = new Stacking(64, 64)
    expect(stacking.addImage(0, 0, 20, 20)).toBe(0)
    expect(stacking.addImage(10, 10, 30, 30)).toBe(0)
    expect(stacking.addBlock(15, 15, 60, 60)).toBe(1)
    expect(stacking.addBlock(50, 50, 60, 60)).toBe(1)
    expect(stacking.addImage(55, 55, 64, 64)).toBe(1)
    expect(stacking.addBlock(-10, -10, 100, 100)).toBe(2)
    expect(stacking.addImage(0, 0, 4, 4)).toBe(2)
  })

  it('are limited: an image over too many is to be a block', () => {
    const stacking = new Stacking(16, 16)
    for (const layer of [0, 1, 2]) {
      expect(stacking.addBlock(0, 0, 16, 16)).toBe(layer)
      expect(stacking.addImage(0, 0, 16, 16)).toBe(layer)
    }
    expect(stacking.addBlock(0, 0, 16, 16)).toBe(3)
    expect(stacking.addImage(0, 0, 16, 16)).toBeUndefined()
    expect(stacking.addBlock(0, 0, 16, 16)).toBe(3)
  })

  it('ignore what is outside', () => {
    const stacking = new Stacking(16, 16)
    expect(stacking.addImage(-40, -40, -8, -8)).toBe(0)
    expect(stacking.addImage(16, 0, 40, 16)).toBe(0)
    expect(stacking.addBlock(0, 0, 16, 16)).toBe(0)
  })
})
